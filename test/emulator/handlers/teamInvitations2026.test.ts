import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Session, TeamInvitations, Teams, Transport } from "latchkey"
import { TeamInvitations as ServerTeamInvitations, Teams as ServerTeams, Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  configure,
  device,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const grace = "grace@example.com"

const named = (name: string) => Effect.map(ServerTeams.create({ displayName: name }), ({ id }) => id)

const invite = (teamId: string, email = grace) => ServerTeamInvitations.send({ teamId, email, callbackUrl })

/** The device of a user who has just signed up, with a verified email unless specified otherwise. */
const guest = Effect.fnUntraced(function*(address = grace, primaryEmailVerified = true) {
  const phone = yield* device()
  const { tokens, userId } = yield* on(phone)(signUp(address))
  if (primaryEmailVerified) yield* Users.update(userId, { primaryEmailVerified })
  return { as: on(phone), userId, tokens }
})

const teamsOf = (userId: string) =>
  Effect.map(ServerTeams.list({ userId }), (teams) => teams.map(({ displayName }) => displayName))

describe("a user's invitations", () => {
  it.effect("are those to verified addresses, oldest first, with the team's name", () =>
    Effect.gen(function*() {
      const [engines, compilers] = [yield* named("Engines"), yield* named("Compilers")]
      const first = yield* invite(engines)
      yield* TestClock.adjust("1 minute")
      const second = yield* invite(compilers)
      yield* invite(engines, "edsger@example.com")
      const { as, userId } = yield* guest()
      const expected = [
        {
          id: first.id,
          teamId: engines,
          teamDisplayName: "Engines",
          recipientEmail: grace,
          expiresAt: new Date(604_800_000)
        },
        {
          id: second.id,
          teamId: compilers,
          teamDisplayName: "Compilers",
          recipientEmail: grace,
          expiresAt: new Date(604_860_000)
        }
      ]
      assert.deepStrictEqual(yield* as(TeamInvitations.listOwn), expected)
      assert.deepStrictEqual(yield* ServerTeamInvitations.listForUser(userId), expected)
      assert.deepStrictEqual(yield* ServerTeamInvitations.list(engines).pipe(Effect.map((all) => all[0])), expected[0])
      yield* TestClock.adjust("7 days")
      assert.isEmpty(yield* as(TeamInvitations.listOwn))
    }).pipe(Effect.provide(layerTest())))

  it.effect("are empty for an unverified address, and for a user who does not exist", () =>
    Effect.gen(function*() {
      yield* invite(yield* named("Engines"))
      const { as, userId } = yield* guest(grace, false)
      assert.isEmpty(yield* as(TeamInvitations.listOwn))
      assert.isEmpty(yield* ServerTeamInvitations.listForUser(userId))
      assert.isEmpty(yield* ServerTeamInvitations.listForUser(nobody))
      yield* Users.update(userId, { primaryEmailVerified: true })
      assert.lengthOf(yield* as(TeamInvitations.listOwn), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("`me` lists the session user's invitations, and a client cannot list another user's", () =>
    Effect.gen(function*() {
      const { id } = yield* invite(yield* named("Engines"))
      const { as, tokens, userId } = yield* guest()
      const { userId: other } = yield* guest("edsger@example.com")
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const own = yield* send("GET", `/team-invitations?user_id=${userId}`, headers)
      assert.lengthOf(jsonOf(own).items, 1)
      for (const path of ["/team-invitations", `/team-invitations/${id}/accept`]) {
        const response = yield* send(path.endsWith("accept") ? "POST" : "GET", `${path}?user_id=${other}`, headers, {})
        assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
      yield* Session.signOut
      const errors = [
        yield* failure(TeamInvitations.listOwn),
        yield* failure(TeamInvitations.acceptById({ id })),
        yield* failure(ServerTeamInvitations.listForUser("me")),
        yield* failure(ServerTeamInvitations.acceptById({ userId: "me", id }))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf(yield* as(TeamInvitations.listOwn), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a request for invitations must name either a team or a user, or gets a plain 400", () =>
    Effect.gen(function*() {
      for (const headers of [clientHeaders, serverHeaders]) {
        const requests = [
          ["GET", "/team-invitations"],
          ["GET", `/team-invitations?team_id=${nobody}&user_id=${nobody}`],
          ["DELETE", `/team-invitations/${nobody}`]
        ] as const
        for (const [method, path] of requests) {
          const response = yield* send(method, path, headers)
          assert.strictEqual(response.status, 400, `${method} ${path}`)
          assert.isUndefined(codeOf(response))
        }
      }
      assert.strictEqual(
        codeOf(yield* send("GET", "/team-invitations?team_id=nope", serverHeaders)),
        "SCHEMA_ERROR"
      )
    }).pipe(Effect.provide(layerTest())))
})

describe("accepting an invitation by its id", () => {
  it.effect("makes the user a member, once", () =>
    Effect.gen(function*() {
      const { id } = yield* invite(yield* named("Engines"))
      const code = yield* codeTo(grace)
      const { as, userId } = yield* guest()
      yield* as(TeamInvitations.acceptById({ id }))
      assert.deepStrictEqual(yield* teamsOf(userId), ["Engines"])
      assert.isEmpty(yield* as(TeamInvitations.listOwn))
      assert.strictEqual((yield* failure(as(TeamInvitations.acceptById({ id }))))._tag, "VerificationCodeNotFound")
      assert.strictEqual((yield* failure(as(TeamInvitations.accept({ code }))))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is permitted to a server for any user", () =>
    Effect.gen(function*() {
      const { id } = yield* invite(yield* named("Engines"))
      const { userId } = yield* guest()
      yield* ServerTeamInvitations.acceptById({ userId, id })
      assert.deepStrictEqual(yield* teamsOf(userId), ["Engines"])
      const error = yield* failure(ServerTeamInvitations.acceptById({ userId: nobody, id }))
      assert.strictEqual(error._tag, "UserNotFound")
      const unknown = yield* failure(ServerTeamInvitations.acceptById({ userId: nobody, id: nobody }))
      assert.strictEqual(unknown._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not find an invitation to another address, an expired one or an unknown one", () =>
    Effect.gen(function*() {
      const { id } = yield* invite(yield* named("Engines"), "edsger@example.com")
      const { id: own } = yield* invite(yield* named("Compilers"))
      const { as, userId } = yield* guest()
      yield* TestClock.adjust("7 days")
      for (const unknown of [id, own, nobody]) {
        const errors = [
          yield* failure(as(TeamInvitations.acceptById({ id: unknown }))),
          yield* failure(ServerTeamInvitations.acceptById({ userId, id: unknown }))
        ]
        for (const error of errors) assert.strictEqual(error._tag, "VerificationCodeNotFound")
      }
      assert.isEmpty(yield* teamsOf(userId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a body and the user's id, otherwise SCHEMA_ERROR is returned", () =>
    Effect.gen(function*() {
      const response = yield* send("POST", `/team-invitations/${nobody}/accept`, serverHeaders, {})
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      assert.strictEqual(
        (yield* failure(ServerTeamInvitations.acceptById({ userId: nobody, id: "nope" })))._tag,
        "RequestSchemaError"
      )
    }).pipe(Effect.provide(layerTest())))
})

describe("a restricted user", () => {
  it.effect("cannot see the details, and the invitation stays", () =>
    Effect.gen(function*() {
      yield* configure({ requireEmailVerification: true })
      const { id } = yield* invite(yield* named("Engines"))
      const code = yield* codeTo(grace)
      const { as, userId } = yield* guest(grace, false)
      yield* as(TeamInvitations.checkCode({ code }))
      const errors = [
        yield* failure(as(TeamInvitations.getDetails({ code }))),
        yield* failure(as(TeamInvitations.acceptById({ id }))),
        yield* failure(ServerTeamInvitations.acceptById({ userId, id }))
      ]
      for (const error of errors) {
        assert(error._tag === "TeamInvitationRestrictedUserNotAllowed", tagsOf(error))
        assert.deepStrictEqual(error.details, { restrictedReason: { type: "email_not_verified" } })
      }
      yield* Users.update(userId, { primaryEmailVerified: true })
      yield* as(TeamInvitations.acceptById({ id }))
      assert.deepStrictEqual(yield* teamsOf(userId), ["Engines"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a restricted user cannot accept, and the attempt uses up the code", () =>
    Effect.gen(function*() {
      yield* invite(yield* named("Engines"))
      const code = yield* codeTo(grace)
      const { as, userId } = yield* guest()
      yield* Users.update(userId, { restrictedByAdmin: true })
      const error = yield* failure(as(TeamInvitations.accept({ code })))
      assert(error._tag === "TeamInvitationRestrictedUserNotAllowed", tagsOf(error))
      assert.deepStrictEqual(error.details, { restrictedReason: { type: "restricted_by_administrator" } })
      yield* Users.update(userId, { restrictedByAdmin: false })
      assert.strictEqual((yield* failure(as(TeamInvitations.accept({ code }))))._tag, "VerificationCodeAlreadyUsed")
      assert.isEmpty(yield* teamsOf(userId))
    }).pipe(Effect.provide(layerTest())))
})

describe("a project that requires the invited email", () => {
  const invited = Effect.gen(function*() {
    yield* configure({ requireInvitedEmail: true })
    yield* invite(yield* named("Engines"), "Grace@example.com")
    return yield* codeTo("Grace@example.com")
  })

  const each = (code: Redacted.Redacted<string>) => [
    TeamInvitations.checkCode({ code }),
    TeamInvitations.getDetails({ code }),
    TeamInvitations.accept({ code })
  ]

  it.effect("another user's acceptance fails with TeamInvitationEmailMismatch, and keeps the code", () =>
    Effect.gen(function*() {
      const code = yield* invited
      const charles = yield* guest("charles@example.com")
      for (const call of each(code)) {
        const error = yield* failure(charles.as(call))
        assert(error._tag === "TeamInvitationEmailMismatch", tagsOf(error))
        assert.deepStrictEqual(error.details, {})
      }
      const { as, userId } = yield* guest()
      for (const call of each(code)) yield* as(call)
      assert.deepStrictEqual(yield* teamsOf(userId), ["Engines"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires that the user has verified the invited email", () =>
    Effect.gen(function*() {
      const code = yield* invited
      const { as, userId } = yield* guest(grace, false)
      for (const call of each(code)) {
        assert.strictEqual((yield* failure(as(call)))._tag, "TeamInvitationEmailMismatch")
      }
      yield* Users.update(userId, { primaryEmailVerified: true })
      for (const call of each(code)) yield* as(call)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses visitors and restricted users before it compares emails", () =>
    Effect.gen(function*() {
      const code = yield* invited
      assert.strictEqual((yield* failure(TeamInvitations.checkCode({ code })))._tag, "UserAuthenticationRequired")
      const charles = yield* guest("charles@example.com")
      yield* Users.update(charles.userId, { restrictedByAdmin: true })
      for (const call of each(code)) {
        assert.strictEqual((yield* failure(charles.as(call)))._tag, "TeamInvitationRestrictedUserNotAllowed")
      }
      const { as } = yield* guest()
      yield* as(TeamInvitations.accept({ code }))
      for (const call of each(code)) {
        assert.strictEqual((yield* failure(charles.as(call)))._tag, "VerificationCodeAlreadyUsed")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("services before 2026 ignore requireInvitedEmail", () =>
    Effect.gen(function*() {
      const code = yield* invited
      const charles = yield* guest("charles@example.com")
      for (const call of each(code)) yield* charles.as(call)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("TeamInvitations.checkCode", () => {
  it.effect("TeamInvitations.checkCode: sends the session's token if a user is signed in", () =>
    Effect.gen(function*() {
      const sent: Array<unknown> = []
      const check = TeamInvitations.checkCode({ code: Redacted.make("0".repeat(45)) }).pipe(
        Effect.ignore,
        Effect.updateService(Transport, (transport) => (request) => {
          sent.push(request.headers["x-stack-access-token"])
          return transport(request)
        })
      )
      yield* check
      const { tokens } = yield* signUp()
      yield* check
      assert.deepStrictEqual(sent, [undefined, Redacted.value(tokens.accessToken!)])
    }).pipe(Effect.provide(layerTest())))
})

describe("an invitation in services of 2025", () => {
  it.effect("has no team name, and cannot be listed or accepted by its user's id", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const { id } = yield* TeamInvitations.send({ teamId, email: grace, callbackUrl })
      assert.notProperty((yield* TeamInvitations.list(teamId))[0], "teamDisplayName")
      const errors = [
        yield* failure(TeamInvitations.listOwn),
        yield* failure(TeamInvitations.acceptById({ id })),
        yield* failure(ServerTeamInvitations.listForUser(nobody)),
        yield* failure(ServerTeamInvitations.acceptById({ userId: nobody, id }))
      ]
      for (const error of errors) assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      assert.strictEqual((yield* send("POST", `/team-invitations/${id}/accept`, serverHeaders, {})).status, 404)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
