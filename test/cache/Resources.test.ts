import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import {
  ApiKeys,
  Cache,
  Client,
  ContactChannels,
  CurrentUser,
  Optimistic,
  Password,
  Permissions,
  Resource,
  Resources,
  Session,
  Sessions,
  TeamInvitations,
  TeamMembers,
  Teams,
  type Tokens,
  TokenStore,
  Transport
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { fromSchema } from "latchkey/schema"
import { restrictionLifted } from "../../src/session/restriction.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { settle } from "../session/support.ts"
import { inShort, watch } from "./support.ts"

/** Calls that change no resource's data, or that end the session, which resets everything. */
const changeNothing = [
  // They start or end a session.
  "anonymous.signUp",
  "cli.claim",
  "mfa.signIn",
  "oauth.exchange",
  "oauth.refresh",
  "oauth.signInWithApple",
  "otp.signIn",
  "passkey.completeSignIn",
  "password.signIn",
  "password.signUp",
  "sessions.signOut",
  "users.me.remove",
  // They only read or prepare data.
  "cli.check",
  "cli.complete",
  "cli.initiate",
  "cli.poll",
  "connectedAccounts.getAccessToken",
  "connectedAccounts.getAccountAccessToken",
  "contactChannels.sendVerificationCode",
  "contactChannels.sendVerificationCodeLegacy",
  "contactChannels.verifyCheck",
  "oauth.authorizeCrossDomain",
  // No resource shows them.
  "notificationPreferences.update",
  "otp.sendSignInCode",
  "otp.signInCheck",
  "passkey.startRegistration",
  "passkey.startSignIn",
  "password.reset",
  "password.resetCheck",
  "password.sendResetCode",
  "projects.checkFeatureSupport",
  "sessions.refreshCurrent",
  "teamApiKeys.check",
  "teamInvitations.acceptCheck",
  "teamInvitations.getDetails",
  "userApiKeys.check"
]

const all = [
  ...Object.values(Resources).flatMap((resource) => typeof resource === "function" ? [] : [resource]),
  Resources.team("id"),
  Resources.teamMembers("id"),
  Resources.teamInvitations("id"),
  Resources.teamApiKeys("id"),
  Resources.connectedAccount({ provider: "github" })
] as ReadonlyArray<Resource.Resource<any, any>> // Sound: their result is not inspected.

const credentials = { email: "ada@example.com", password: Redacted.make("correct horse battery staple") }

/** A client with a cache, the emulator behind it, and the requests sent. */
const makeLayer = (seed?: unknown, delayMillis = 0) => {
  const sent: Array<string> = []
  const transport = Layer.effect(
    Transport,
    Effect.map(Emulator.Emulator, ({ handle }): Transport => (request) =>
      Effect.suspend(() => {
        const { pathname, search } = new URL(request.url)
        sent.push(`${request.method} ${pathname.slice("/api/v1".length)}${search}`)
        return Effect.map(
          delayMillis === 0 ? handle(request) : Effect.delay(handle(request), delayMillis),
          ({ body = "", headers, status }) => ({ status, body, header: (name: string) => headers[name] })
        )
      }))
  )
  const layer = Cache.layer({ dehydrated: seed }).pipe(
    Layer.provideMerge(Client.layer(Emulator.clientOptions)),
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(transport),
    Layer.provideMerge(Emulator.layerWithoutTransport())
  )
  return { sent, layer }
}

const signUp = Password.signUp({ ...credentials, verificationCallbackUrl: "http://localhost:3000/verify" })

const lookAt = <A, E>(resource: Resource.Resource<A, E>) => Effect.tap(watch(resource), settle)

describe("Resources", () => {
  it("are refetched after every client call that changes their data", () => {
    const changing = endpoints.filter(({ level, method }) => level === "client" && method !== "GET").map(({ id }) => id)
    const known = new Set([...changeNothing, ...all.flatMap(({ invalidatedBy }) => invalidatedBy)])
    assert.deepStrictEqual(changing.filter((id) => !known.has(id)), [])
  })

  it("each resource has a unique key, and is invalidated by existing endpoints or the end of a restriction", () => {
    const ids = new Set([...endpoints.map(({ id }) => id), restrictionLifted])
    assert.deepStrictEqual(
      [...changeNothing, ...all.flatMap(({ invalidatedBy }) => invalidatedBy)].filter((id) => !ids.has(id)),
      []
    )
    assert.strictEqual(new Set(all.map(({ key }) => key)).size, all.length)
    assert.strictEqual(Resources.team("a").key, Resources.team("a").key)
    assert.notStrictEqual(Resources.team("a").key, Resources.team("b").key)
  })
})

describe("Permissions", () => {
  it.effect("Permissions: 20 concurrent calls send one request", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      const engines = yield* Teams.create({ displayName: "Engines" })
      const poets = yield* Teams.create({ displayName: "Poets" })
      sent.length = 0
      const ids = ["$update_team", "$delete_team", "$read_members", "nothing_of_the_kind", "team_admin"]
      const questions = [engines, poets, engines, poets].flatMap((team) =>
        ids.map((permissionId) => ({ teamId: team.id, permissionId }))
      )
      const answers = yield* Effect.forEach(questions, Permissions.hasInTeam, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers, questions.map(({ permissionId }) => permissionId !== "nothing_of_the_kind"))
      assert.deepStrictEqual(sent, ["GET /team-permissions?user_id=me&recursive=true"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("Permissions: a shared request has only the fields that all callers have in common", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      sent.length = 0
      const has = (permissionId: string, recursive?: boolean) =>
        Permissions.hasInTeam({ teamId, permissionId, recursive })
      const together = Effect.all([has("$update_team"), has("team_admin"), has("$update_team", false)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(yield* together, [true, true, false])
      assert.isTrue(yield* has("$update_team"))
      assert.deepStrictEqual(sent.map((route) => new URLSearchParams(route.split("?")[1])).map(String), [
        `team_id=${teamId}&user_id=me&recursive=true`,
        `team_id=${teamId}&user_id=me&permission_id=%24update_team&recursive=false`,
        `team_id=${teamId}&user_id=me&permission_id=%24update_team&recursive=true`
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("Permissions: interrupting one caller keeps the request, and interrupting all callers drops it", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      sent.length = 0
      const ask = Effect.forkChild(Permissions.hasInProject({ permissionId: "member" }))
      const first = yield* ask
      const second = yield* ask
      yield* Fiber.interrupt(first)
      assert.isFalse(yield* Fiber.join(second))
      assert.strictEqual(sent.length, 1)
      const third = yield* ask
      yield* Fiber.interrupt(third)
      yield* settle
      assert.strictEqual(sent.length, 1)
      assert.isFalse(yield* Permissions.hasInProject({ permissionId: "member" }))
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("Permissions: callers that arrive during a response share another request", () => {
    const { layer, sent } = makeLayer(undefined, 100)
    return Effect.gen(function*() {
      const setup = yield* Effect.forkChild(Effect.andThen(signUp, Teams.create({ displayName: "Engines" })))
      yield* TestClock.adjust(1000)
      const { id: teamId } = yield* Fiber.join(setup)
      sent.length = 0
      const first = yield* Effect.forkChild(Permissions.hasInTeam({ teamId, permissionId: "nothing" }))
      yield* TestClock.adjust(50)
      const second = yield* Effect.forkChild(Permissions.hasInTeam({ teamId, permissionId: "team_admin" }))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [false, true])
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails all concurrent callers with the same typed error", () =>
    Effect.gen(function*() {
      const ask = Effect.flip(Permissions.hasInProject({ permissionId: "member" }))
      const errors = yield* Effect.all([ask, ask], { concurrency: "unbounded" })
      assert.deepStrictEqual(errors.map(({ _tag }) => _tag), [
        "CannotGetOwnUserWithoutUser",
        "CannotGetOwnUserWithoutUser"
      ])
    }).pipe(Effect.provide(makeLayer().layer)))
})

describe("account calls", () => {
  it.effect("refetch the teams, the user and the permissions after a team is created", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      const teams = yield* lookAt(Resources.teams)
      const user = yield* lookAt(Resources.user)
      yield* lookAt(Resources.teamPermissions)
      yield* lookAt(Resources.project)
      sent.length = 0
      yield* TestClock.adjust(1000)
      const { id } = yield* Teams.create({ displayName: "Engines" })
      yield* TestClock.adjust(1000)
      assert.include(teams.seen.at(-1), id)
      assert.include(user.seen.at(-1), `"selectedTeamId":"${id}"`)
      const reads = sent.filter((route) => route.startsWith("GET"))
      assert.isFalse(reads.some((route) => route.includes("projects")))
      assert.isTrue(reads.some((route) => route.includes("team-permissions")))
    }).pipe(Effect.provide(layer))
  })

  /** Removes the time of the last refresh from sessions: a refresh does not invalidate their list. */
  const withoutUse = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((item) => ({ ...item, lastUsedAt: undefined })) : value

  it.effect("keep every subscribed value equal to the service's", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      // Each leaves the previous session to another device.
      yield* Password.signIn(credentials)
      yield* Password.signIn(credentials)
      const { latestMail } = yield* Emulator.Emulator
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const looked = [
        Resources.user,
        Resources.contactChannels,
        Resources.sessions,
        Resources.userApiKeys,
        Resources.teamPermissions,
        Resources.projectPermissions,
        Resources.teams,
        Resources.team(teamId),
        Resources.teamMembers(teamId),
        Resources.teamInvitations(teamId),
        Resources.ownTeamInvitations,
        Resources.teamApiKeys(teamId)
      ] as ReadonlyArray<Resource.Resource<any, any>> // Sound: only their results are compared.
      const entries = yield* Effect.forEach(looked, (resource) => Effect.map(watch(resource), ({ entry }) => entry))
      const callbackUrl = "http://localhost:3000/join"
      const steps: Record<string, Effect.Effect<unknown, unknown, Client.Client>> = {
        nothing: Effect.void,
        verify: Effect.flatMap(
          Effect.orDie(latestMail({ type: "email_verification" })),
          ({ code }) => ContactChannels.verify({ code })
        ),
        revokeSession: Effect.flatMap(
          Sessions.list,
          (sessions) => Sessions.revoke(sessions.find(({ isCurrentSession }) => !isCurrentSession)!.id)
        ),
        rename: CurrentUser.update({ displayName: "Ada", clientMetadata: { theme: "dark" } }),
        select: Teams.select(null),
        found: Teams.create({ displayName: "Poets" }),
        inviteOwn: TeamInvitations.send({ teamId, email: credentials.email, callbackUrl }),
        renameTeam: Teams.update(teamId, { displayName: "Looms" }),
        acceptOwn: Effect.flatMap(TeamInvitations.listOwn, ([own]) => TeamInvitations.acceptById(own!)),
        renameMember: TeamMembers.updateOwn(teamId, { displayName: "The Countess" }),
        invite: TeamInvitations.send({ teamId, email: "bob@example.com", callbackUrl }),
        uninvite: Effect.flatMap(TeamInvitations.list(teamId), ([first]) => TeamInvitations.revoke(first!)),
        addAddress: ContactChannels.create({ value: "byron@example.com", usedForAuth: false }),
        changeAddress: Effect.flatMap(
          ContactChannels.list,
          ([, second]) => ContactChannels.update(second!.id, { value: "lord@example.com" })
        ),
        swapAddresses: Effect.flatMap(ContactChannels.list, ([, second]) => ContactChannels.makePrimary(second!.id)),
        removeAddress: Effect.flatMap(ContactChannels.list, ([first]) => ContactChannels.remove(first!.id)),
        addKey: ApiKeys.create({ description: "Mine" }),
        changeKey: Effect.flatMap(ApiKeys.list({}), ([key]) => ApiKeys.update({ id: key!.id }, { description: "Own" })),
        revokeKey: Effect.flatMap(ApiKeys.list({}), ([key]) => ApiKeys.revoke({ id: key!.id })),
        addTeamKey: ApiKeys.create({ description: "Ours", teamId }),
        revokeTeamKey: Effect.flatMap(ApiKeys.list({ teamId }), ([key]) => ApiKeys.revoke({ id: key!.id, teamId })),
        changePassword: Password.update({
          oldPassword: credentials.password,
          newPassword: Redacted.make("another good one")
        }),
        removePrimary: Effect.flatMap(ContactChannels.list, ([first]) => ContactChannels.remove(first!.id)),
        leave: Teams.leave(teamId)
      }
      for (const [name, step] of Object.entries(steps)) {
        yield* step
        yield* TestClock.adjust(1000)
        for (const [index, { key, read }] of looked.entries()) {
          const fresh = yield* Effect.exit(read)
          const state = entries[index]!.getSnapshot()
          if (state._tag === "Ready" && state.stale === undefined) {
            assert.deepStrictEqual(
              withoutUse(state.value),
              Exit.isSuccess(fresh) ? withoutUse(fresh.value) : "refused",
              `${name}: ${key}`
            )
          } else assert.isTrue(Exit.isFailure(fresh), `${name}: ${key}`)
        }
      }
      sent.length = 0
      const project = yield* lookAt(Resources.project)
      yield* Session.signOut
      yield* TestClock.adjust(1000)
      assert.strictEqual(project.entry.getSnapshot()._tag, "Ready")
      assert.deepStrictEqual(sent.filter((route) => route.includes("/projects/")), ["GET /projects/current"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a refused account call causes no refetch", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      yield* signUp
      yield* lookAt(Resources.user)
      sent.length = 0
      yield* TestClock.adjust(1000)
      yield* Effect.flip(
        Password.update({ oldPassword: Redacted.make("wrong"), newPassword: Redacted.make("another good one") })
      )
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(sent, ["POST /auth/password/update"])
    }).pipe(Effect.provide(layer))
  })
})

describe("Optimistic", () => {
  const engines = Effect.gen(function*() {
    yield* signUp
    return yield* Teams.create({ displayName: "Engines" })
  })

  /** The state when the call's request is sent, and after the call. A call without a response is aborted. */
  const during = <A, E, R, B, E2>(
    resource: Resource.Resource<A, E>,
    call: Effect.Effect<B, E2, R>,
    isAnswered = true
  ) =>
    Effect.gen(function*() {
      const { entry } = yield* lookAt(resource)
      yield* TestClock.adjust(1000)
      const send = yield* Transport
      let first = ""
      const exit = yield* call.pipe(
        Effect.provideService(Transport, (request) =>
          Effect.suspend(() => {
            first ||= inShort(entry.getSnapshot())
            return isAnswered ? send(request) : Effect.never
          })),
        Effect.timeoutOption(0),
        Effect.exit
      )
      yield* TestClock.adjust(1000)
      return { first, last: inShort(entry.getSnapshot()), exit }
    })

  it.effect("shows the user's new name, and the old one if the service refuses", () =>
    Effect.gen(function*() {
      yield* signUp
      const { first, last } = yield* during(Resources.user, Optimistic.updateUser({ displayName: "Ada" }))
      assert.include(first, `"displayName":"Ada"`)
      assert.include(last, `"displayName":"Ada"`)
      const refused = yield* during(
        Resources.user,
        Optimistic.updateUser({ displayName: "Byron", selectedTeamId: "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001" })
      )
      assert.include(refused.first, `"displayName":"Byron"`)
      assert.include(refused.last, `"displayName":"Ada"`)
      assert.strictEqual(refused.exit._tag, "Failure")
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("an optimistic change sends only the write and the refresh, and then shows the response", () => {
    const { layer, sent } = makeLayer(undefined, 100)
    return Effect.gen(function*() {
      yield* Effect.forkChild(signUp)
      yield* TestClock.adjust(1000)
      yield* watch(Resources.user)
      yield* TestClock.adjust(1000)
      sent.length = 0
      yield* Effect.forkChild(Optimistic.updateUser({ displayName: "Ada" }))
      yield* TestClock.adjust(5000)
      assert.deepStrictEqual(sent, ["PATCH /users/me", "POST /auth/oauth/token"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("shows the selected team", () =>
    Effect.gen(function*() {
      const team = yield* engines
      yield* Teams.select(null)
      const { first, last } = yield* during(Resources.user, Optimistic.selectTeam(team))
      assert.include(first, `"selectedTeamId":"${team.id}"`)
      assert.include(last, `"selectedTeam":{"id":"${team.id}"`)
      const none = yield* during(Resources.user, Optimistic.selectTeam(null))
      assert.include(none.first, `"selectedTeam":null`)
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("optimistic update: shows a team's new name, including in the list", () =>
    Effect.gen(function*() {
      const { id } = yield* engines
      for (const [resource, displayName] of [[Resources.team(id), "Looms"], [Resources.teams, "Cards"]] as const) {
        // Sound: only the text of the state is compared.
        const shown = yield* during(
          resource as Resource.Resource<any, any>,
          Optimistic.updateTeam(id, { displayName })
        )
        assert.include(shown.first, `"displayName":"${displayName}"`)
        assert.include(shown.last, `"displayName":"${displayName}"`)
      }
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("optimistic removal: hides a team, a membership, an address or a session", () =>
    Effect.gen(function*() {
      const team = yield* engines
      const left = yield* during(Resources.teams, Optimistic.leaveTeam(team.id))
      assert.strictEqual(left.first, "[]")
      const other = yield* Teams.create({ displayName: "Others" })
      const removed = yield* during(Resources.teams, Optimistic.removeTeam(other.id))
      assert.strictEqual(removed.first, "[]")
      const channel = yield* ContactChannels.create({ value: "byron@example.com", usedForAuth: false })
      const channels = yield* during(Resources.contactChannels, Optimistic.removeContactChannel(channel.id))
      assert.notInclude(channels.first, "byron")
      assert.notInclude(channels.last, "byron")
      yield* Password.signIn(credentials)
      const old = (yield* Sessions.list).find(({ isCurrentSession }) => !isCurrentSession)!
      const sessions = yield* during(Resources.sessions, Optimistic.revokeSession(old.id))
      assert.notInclude(sessions.first, old.id)
      assert.notInclude(sessions.last, old.id)
      const own = (yield* Sessions.list)[0]!
      const refused = yield* during(Resources.sessions, Optimistic.revokeSession(own.id))
      assert.notInclude(refused.first, own.id)
      assert.include(refused.last, own.id)
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("shows the primary address, and a new one as unverified", () =>
    Effect.gen(function*() {
      yield* signUp
      const channel = yield* ContactChannels.create({ value: "byron@example.com", usedForAuth: false })
      const { first } = yield* during(
        Resources.contactChannels,
        Optimistic.updateContactChannel(channel.id, { isPrimary: true })
      )
      const shown: ReadonlyArray<ContactChannels.ContactChannel> = JSON.parse(first.replace("…", ""))
      assert.deepStrictEqual(shown.map(({ isPrimary }) => isPrimary), [false, true])
      const renamed = yield* during(
        Resources.contactChannels,
        Optimistic.updateContactChannel(channel.id, { value: "lord@example.com" })
      )
      assert.include(renamed.first, `"value":"lord@example.com","isPrimary":true,"isVerified":false`)
      const [old] = shown
      const again = yield* during(Resources.contactChannels, Optimistic.makePrimaryContactChannel(old!.id))
      const ids: ReadonlyArray<ContactChannels.ContactChannel> = JSON.parse(again.first.replace("…", ""))
      assert.deepStrictEqual(ids.map(({ isPrimary }) => isPrimary), [true, false])
      assert.strictEqual(again.exit._tag, "Success")
      const refused = yield* during(
        Resources.contactChannels,
        Optimistic.makePrimaryContactChannel("c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001")
      )
      assert.strictEqual(refused.exit._tag, "Failure")
      assert.strictEqual(refused.last, again.last)
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("shows a changed verified address as unverified, until the change is aborted", () =>
    Effect.gen(function*() {
      const { createUser } = yield* Emulator.Emulator
      yield* createUser({ primaryEmail: credentials.email, primaryEmailVerified: true, ...credentials })
      yield* Password.signIn(credentials)
      const [channel] = yield* ContactChannels.list
      const change = Optimistic.updateContactChannel(channel!.id, { value: "lord@example.com" })
      const given = yield* during(Resources.contactChannels, change, false)
      assert.include(given.first, `"value":"lord@example.com"`)
      assert.include(given.first, `"isVerified":false`)
      assert.include(given.last, `"value":"${credentials.email}"`)
      assert.include(given.last, `"isVerified":true`)
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("optimistic revocation: shows a user's or team's key as revoked", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* engines
      const own = yield* ApiKeys.create({ description: "Mine" })
      const shown = yield* during(Resources.userApiKeys, Optimistic.revokeApiKey({ id: own.id }))
      assert.include(shown.first, "manuallyRevokedAt")
      assert.strictEqual(shown.exit._tag, "Success")
      const ofTeam = yield* ApiKeys.create({ description: "Ours", teamId })
      const team = yield* during(Resources.teamApiKeys(teamId), Optimistic.revokeApiKey({ id: ofTeam.id, teamId }))
      assert.include(team.first, "manuallyRevokedAt")
      assert.include(team.last, "manuallyRevokedAt")
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("optimistic update: shows a changed user or team key, and restores it if the call is aborted", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* engines
      const own = yield* ApiKeys.create({ description: "Mine" })
      const shown = yield* during(
        Resources.userApiKeys,
        Optimistic.updateApiKey({ id: own.id }, { description: "Own" })
      )
      assert.include(shown.first, `"description":"Own"`)
      assert.include(shown.last, `"description":"Own"`)
      const call = Optimistic.updateApiKey({ id: own.id }, { description: "Another" })
      const given = yield* during(Resources.userApiKeys, call, false)
      assert.include(given.first, `"description":"Another"`)
      assert.include(given.last, `"description":"Own"`)
      const ofTeam = yield* ApiKeys.create({ description: "Ours", teamId })
      const team = yield* during(
        Resources.teamApiKeys(teamId),
        Optimistic.updateApiKey({ id: ofTeam.id, teamId }, { revoked: true })
      )
      assert.include(team.first, "manuallyRevokedAt")
      assert.include(team.last, "manuallyRevokedAt")
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("shows the user's team profile name only to that user", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* engines
      const { first, last } = yield* during(
        Resources.teamMembers(teamId),
        Optimistic.updateOwnTeamMember(teamId, { displayName: "The Countess" })
      )
      assert.include(first, `"displayName":"The Countess"`)
      assert.include(last, `"displayName":"The Countess"`)
      const refused = yield* during(
        Resources.teamMembers(teamId),
        Optimistic.updateOwnTeamMember(teamId, { displayName: "Ada", profileImageUrl: "no address" })
      )
      assert.include(refused.first, `"displayName":"Ada"`)
      assert.include(refused.last, `"displayName":"The Countess"`)
      assert.strictEqual(refused.exit._tag, "Failure")
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("removes an invitation from the list, and restores it when the change is aborted", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* engines
      yield* TeamInvitations.send({ teamId, email: "bob@example.com", callbackUrl: "http://localhost:3000/join" })
      const [invitation] = yield* TeamInvitations.list(teamId)
      const given = yield* during(
        Resources.teamInvitations(teamId),
        Optimistic.revokeInvitation(invitation!),
        false
      )
      assert.strictEqual(given.first, "[]")
      assert.include(given.last, invitation!.id)
      const { first, last } = yield* during(
        Resources.teamInvitations(teamId),
        Optimistic.revokeInvitation(invitation!)
      )
      assert.strictEqual(first, "[]")
      assert.strictEqual(last, "[]")
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("removes a member from the list, and restores the member when the change is aborted", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* engines
      const userId = (yield* CurrentUser.get({ or: "throw" })).id
      const stranger = "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001"
      const refused = yield* during(
        Resources.teamMembers(teamId),
        Optimistic.removeTeamMember({ teamId, userId: stranger })
      )
      assert.include(refused.first, userId)
      assert.strictEqual(refused.exit._tag, "Failure")
      const given = yield* during(
        Resources.teamMembers(teamId),
        Optimistic.removeTeamMember({ teamId, userId }),
        false
      )
      assert.strictEqual(given.first, "[]")
      assert.include(given.last, userId)
      const own = yield* during(Resources.teamMembers(teamId), Optimistic.removeTeamMember({ teamId, userId }))
      assert.strictEqual(own.first, "[]")
    }).pipe(Effect.provide(makeLayer().layer)))
})

describe("a dehydrated cache", () => {
  /** The values read by a server with the session, and the tokens. */
  const onServer = Effect.gen(function*() {
    yield* signUp
    yield* Teams.create({ displayName: "</script><script>alert(1)" })
    yield* Resource.get(Resources.user)
    yield* Resource.get(Resources.teams)
    const text = Cache.stringify(yield* Cache.dehydrate)
    return { text, tokens: (yield* (yield* TokenStore.TokenStore).get)! }
  })

  const takeOver = Effect.fnUntraced(function*(tokens: Tokens.Tokens | undefined) {
    yield* (yield* TokenStore.TokenStore).modify(() => tokens)
    return yield* lookAt(Resources.teams)
  })

  const handedOver = Effect.provide(onServer, makeLayer().layer)

  it.effect("contains the server's reads, and replaces the first fetch", () =>
    Effect.gen(function*() {
      const { text, tokens } = yield* handedOver
      const { layer, sent } = makeLayer(JSON.parse(text))
      yield* Effect.gen(function*() {
        const { seen } = yield* takeOver(tokens)
        assert.strictEqual(seen.length, 1)
        assert.include(seen[0], "script")
        assert.deepStrictEqual(sent, [])
        assert.strictEqual((yield* Resource.get(Resources.user))?.primaryEmail, "ada@example.com")
        assert.deepStrictEqual(sent, [])
      }).pipe(Effect.provide(layer))
    }))

  it.effect("a dehydrated cache contains no token, and no text that ends its script element", () =>
    Effect.gen(function*() {
      const { text, tokens } = yield* handedOver
      assert.notInclude(text, "<")
      assert.notInclude(text, Redacted.value(tokens.refreshToken!))
      assert.notInclude(text, Redacted.value(tokens.accessToken!))
    }))

  it.effect("omits values with secrets at any depth, and values without a codec", () =>
    Effect.gen(function*() {
      const secret = () => Schema.RedactedFromValue(Schema.String)
      const deep = Resource.make({
        name: "deep",
        read: Effect.succeed([{ plain: 1, within: { secret: Redacted.make("shh") } }]),
        codec: fromSchema(
          Schema.Array(Schema.Struct({ plain: Schema.Number, within: Schema.Struct({ secret: secret() }) }))
        )
      })
      const plain = Resource.make({
        name: "plain",
        read: Effect.succeed(null),
        codec: fromSchema(Schema.NullOr(secret()))
      })
      const none = Resource.make({ name: "none", read: Effect.succeed("shh") })
      yield* signUp
      yield* Resource.get(deep)
      yield* Resource.get(plain)
      yield* Resource.get(none)
      assert.deepStrictEqual(Object.keys((yield* Cache.dehydrate).entries), ["plain"])
    }).pipe(Effect.provide(makeLayer().layer)))

  it.effect("a user's dehydrated cache is not shown to another user or while signed out", () =>
    Effect.gen(function*() {
      const { text, tokens } = yield* handedOver
      const other = yield* Effect.provide(onServer, makeLayer().layer)
      for (const session of [other.tokens, undefined, { refreshToken: tokens.refreshToken!, accessToken: undefined }]) {
        const { layer, sent } = makeLayer(JSON.parse(text))
        yield* Effect.gen(function*() {
          const { seen } = yield* takeOver(session)
          assert.notInclude(seen.join(), "script")
          if (session !== undefined) assert.isAbove(sent.length, 0)
        }).pipe(Effect.provide(layer))
      }
    }))

  it.effect("expires after a minute", () =>
    Effect.gen(function*() {
      const { text, tokens } = yield* handedOver
      const { layer, sent } = makeLayer(JSON.parse(text))
      yield* Effect.gen(function*() {
        yield* TestClock.adjust("1 minute")
        yield* takeOver(tokens)
        assert.isAbove(sent.length, 0)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("dehydrated values that a later call changed are outdated", () => {
    const { layer, sent } = makeLayer()
    return Effect.gen(function*() {
      const { text } = yield* onServer
      yield* Effect.gen(function*() {
        sent.length = 0
        yield* lookAt(Resources.user)
        assert.deepStrictEqual(sent, [])
        yield* Teams.create({ displayName: "Difference Engines" })
        const { seen } = yield* lookAt(Resources.teams)
        assert.match(seen.at(-1)!, /Difference Engines/)
        for (const state of seen) assert.match(state, /^Pending$|Difference Engines/)
      }).pipe(Effect.provide(Layer.fresh(Cache.layer({ dehydrated: JSON.parse(text) }))))
    }).pipe(Effect.provide(layer))
  })

  it.effect("an invalid or mismatched dehydrated cache is ignored", () =>
    Effect.gen(function*() {
      const { text, tokens } = yield* handedOver
      const seed = JSON.parse(text)
      const broken = [
        null,
        "seed",
        [],
        {},
        { ...seed, entries: { teams: null } },
        { ...seed, entries: { teams: { value: [{ id: 5 }] } } },
        { ...seed, userId: 5 }
      ]
      for (const seed of broken) {
        const { layer, sent } = makeLayer(seed)
        yield* Effect.gen(function*() {
          yield* takeOver(tokens)
          assert.isAbove(sent.length, 0)
        }).pipe(Effect.provide(layer))
      }
    }))

  it.effect("provides the first render of the server's page, with and without suspending views", () =>
    Effect.gen(function*() {
      const slow = Resource.make({
        name: "slow",
        read: Effect.delay(Effect.succeed(5), 10),
        codec: fromSchema(Schema.Number)
      })
      const { text } = yield* Effect.gen(function*() {
        yield* signUp
        const { observe } = yield* Cache.Cache
        assert.strictEqual(observe(slow).getServerState()._tag, "Pending")
        yield* TestClock.adjust(10)
        assert.strictEqual(observe(slow).getSnapshot()._tag, "Ready")
        assert.strictEqual(observe(slow).getServerState()._tag, "Pending")
        yield* Resource.get(Resources.user)
        return { text: Cache.stringify(yield* Cache.dehydrate) }
      }).pipe(Effect.provide(makeLayer().layer))
      yield* Effect.gen(function*() {
        const { observe, status } = yield* Cache.Cache
        assert.strictEqual(observe(slow).getServerState()._tag, "Pending")
        const shown = observe(slow).getServerSnapshot()
        assert.strictEqual(inShort(shown), "5")
        assert.strictEqual(observe(slow).getServerSnapshot(), shown)
        assert.strictEqual(observe(Resources.user).getServerState()._tag, "Ready")
        assert.strictEqual(status.getServerSnapshot()._tag, "SignedIn")
      }).pipe(Effect.provide(makeLayer(JSON.parse(text)).layer))
    }))
})
