import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Client, CurrentUser, type Json, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { type Server, Users } from "latchkey/server"
import { runsOf } from "../../support/propertyRuns.ts"
import {
  clientHeaders,
  codeOf,
  device,
  email,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  password,
  refusalOf,
  send,
  serverHeaders,
  signIn,
  signUp
} from "../support.ts"

const create = (name: string) => Users.create({ displayName: name, primaryEmail: `${name}@Example.com` })

const namesOf = (users: ReadonlyArray<Users.ServerUser>) => users.map((user) => user.displayName)

describe("a user", () => {
  it.effect("created by a test signs in with a unique address", () =>
    Effect.gen(function*() {
      const { createUser } = yield* Emulator.Emulator
      yield* createUser({ primaryEmail: email })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(createUser({ primaryEmail: email }))))
      yield* createUser({ primaryEmail: email, primaryEmailAuthEnabled: false })
      assert.strictEqual((yield* Users.list()).items.length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("created by a server has exactly the given fields", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      const bare = yield* Users.create()
      assert.match(bare.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const { id: _, ...rest } = bare
      assert.deepStrictEqual(rest, {
        displayName: null,
        primaryEmail: null,
        primaryEmailVerified: false,
        primaryEmailAuthEnabled: false,
        profileImageUrl: null,
        signedUpAt: new Date(3_600_000),
        lastActiveAt: new Date(3_600_000),
        clientMetadata: null,
        clientReadOnlyMetadata: null,
        serverMetadata: null,
        hasPassword: false,
        authWithEmail: false,
        otpAuthEnabled: false,
        passkeyAuthEnabled: false,
        requiresTotpMfa: false,
        isAnonymous: false,
        oauthProviders: [],
        selectedTeamId: null,
        selectedTeam: null
      })

      const given = {
        displayName: "Ada",
        primaryEmail: email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        clientMetadata: { a: 1 },
        clientReadOnlyMetadata: ["b"],
        serverMetadata: "c",
        otpAuthEnabled: true,
        isAnonymous: true
      }
      const full = yield* Users.create(given)
      assert.deepInclude(full, given)
      assert.deepStrictEqual(yield* Users.get(full.id), full)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("reads itself without server fields", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* Users.update(userId, { serverMetadata: { secret: true }, clientReadOnlyMetadata: { plan: "pro" } })
      const raw = jsonOf(
        yield* send("GET", "/users/me", {
          ...clientHeaders,
          "x-stack-access-token": Redacted.value(tokens.accessToken!)
        })
      )
      assert.notProperty(raw, "server_metadata")
      assert.notProperty(raw, "last_active_at_millis")
      assert.deepStrictEqual((yield* CurrentUser.get({ or: "throw" })).clientReadOnlyMetadata, { plan: "pro" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps omitted fields, and loses cleared ones", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ displayName: "Ada", clientMetadata: { a: 1 }, primaryEmail: email })
      const renamed = yield* Users.update(id, { displayName: "Ada Lovelace" })
      assert.strictEqual(renamed.displayName, "Ada Lovelace")
      assert.deepStrictEqual(renamed.clientMetadata, { a: 1 })
      assert.strictEqual(renamed.primaryEmail, email)
      const cleared = yield* Users.update(id, { displayName: null, clientMetadata: null, primaryEmail: null })
      assert.isNull(cleared.displayName)
      assert.isNull(cleared.clientMetadata)
      assert.isNull(cleared.primaryEmail)
      assert.deepStrictEqual(yield* Users.get(id), cleared)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has an unverified address after a change of address, unless the server sets the flag", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: email, primaryEmailVerified: true })
      assert.isTrue((yield* Users.update(id, { primaryEmail: email })).primaryEmailVerified)
      assert.isFalse((yield* Users.update(id, { primaryEmail: "b@example.com" })).primaryEmailVerified)
      const verified = yield* Users.update(id, { primaryEmail: "c@example.com", primaryEmailVerified: true })
      assert.isTrue(verified.primaryEmailVerified)
      assert.isTrue((yield* Users.update(id, { displayName: "Ada" })).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has an unverified address if it had none before", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ displayName: "Ada" })
      assert.isFalse((yield* Users.update(id, { primaryEmail: email })).primaryEmailVerified)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts an address without a top-level domain from a server", () =>
    Effect.gen(function*() {
      const { id, primaryEmail } = yield* Users.create({ primaryEmail: "ada@localhost" })
      assert.strictEqual(primaryEmail, "ada@localhost")
      assert.strictEqual((yield* Users.update(id, { primaryEmail: "ada@gmai" })).primaryEmail, "ada@gmai")
      for (const wrong of ["ada", "ada@", "@localhost", "ada@local host", "ada@-localhost", "ada@a..b", "a@b@c"]) {
        assert.strictEqual((yield* failure(Users.create({ primaryEmail: wrong })))._tag, "RequestSchemaError", wrong)
        assert.strictEqual(
          (yield* failure(Users.update(id, { primaryEmail: wrong })))._tag,
          "RequestSchemaError",
          wrong
        )
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot get an address that another user signs in with", () =>
    Effect.gen(function*() {
      yield* signUp()
      const create = Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true })
      assert.strictEqual((yield* failure(create))._tag, "UserWithEmailAlreadyExists")
      const { id } = yield* Users.create({ primaryEmail: email })
      const error = yield* failure(Users.update(id, { primaryEmailAuthEnabled: true }))
      assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
      assert.isFalse((yield* Users.get(id)).primaryEmailAuthEnabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is unchanged if any part of an update is refused", () =>
    Effect.gen(function*() {
      yield* signUp()
      const before = yield* Users.create({
        displayName: "Grace",
        primaryEmail: "grace@example.com",
        primaryEmailAuthEnabled: true
      })
      const taken = Users.update(before.id, { displayName: "Changed", clientMetadata: 1, primaryEmail: email })
      assert.strictEqual((yield* failure(taken))._tag, "UserWithEmailAlreadyExists")
      const noTeam = Users.update(before.id, { displayName: "Changed", selectedTeamId: nobody })
      assert.strictEqual((yield* failure(noTeam))._tag, "TeamMembershipNotFound")
      assert.deepStrictEqual(yield* Users.get(before.id), before)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is created and updated with a body, even if it is an empty object", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      assert.strictEqual(codeOf(yield* send("POST", "/users", serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("PATCH", `/users/${id}`, serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual((yield* send("PATCH", `/users/${id}`, serverHeaders, {})).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a user without an address cannot have a verified address or one for signing in", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      assert.strictEqual(refusalOf(yield* failure(Users.create({ primaryEmailVerified: true }))).status, 400)
      assert.strictEqual(refusalOf(yield* failure(Users.update(id, { primaryEmailAuthEnabled: true }))).status, 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a missing user is a UserNotFound, and an invalid id is a RequestSchemaError", () =>
    Effect.gen(function*() {
      const errors = [
        yield* failure(Users.get(nobody)),
        yield* failure(Users.update(nobody, {})),
        yield* failure(Users.remove(nobody))
      ]
      assert.deepStrictEqual(errors.map((error) => error._tag), Array.from(errors, () => "UserNotFound"))
      assert.strictEqual(codeOf(yield* send("GET", "/users/ada", serverHeaders)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a deleted user's sessions and address are removed", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.remove(userId)
      assert.strictEqual((yield* failure(Users.get(userId)))._tag, "UserNotFound")
      assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
      assert.notStrictEqual((yield* signUp()).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can have accounts of only the project's OAuth providers", () =>
    Effect.gen(function*() {
      const github = { id: "github", accountId: "1", email: null }
      const user = yield* Users.create({ oauthProviders: [github] })
      assert.deepStrictEqual(user.oauthProviders, [github])
      const error = yield* failure(Users.create({ oauthProviders: [{ ...github, id: "google" }] }))
      assert.strictEqual(refusalOf(error).status, 400)
      const other = yield* Users.create({
        oauthProviders: [{ id: "github", accountId: "an account without an address" }]
      })
      assert.strictEqual(other.oauthProviders[0]!.email, null)
      const taken = yield* failure(Users.create({ oauthProviders: [github] }))
      assert.strictEqual(refusalOf(taken).status, 400)
    }).pipe(Effect.provide(layerTest({ project: { config: { oauthProviders: ["github"] } } }))))

  it.effect("accepts an image from its client as data only", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const image = "data:image/png;base64,iVBORw0KGgo="
      const stored = (yield* CurrentUser.update({ profileImageUrl: image })).profileImageUrl!
      assert.match(stored, /^https:\/\/.+\.png$/)
      const url = "https://example.com/ada.png"
      assert.strictEqual(refusalOf(yield* failure(CurrentUser.update({ profileImageUrl: url }))).status, 400)
      assert.strictEqual(
        (yield* failure(CurrentUser.update({ profileImageUrl: "no image" })))._tag,
        "RequestSchemaError"
      )
      assert.strictEqual((yield* Users.update(userId, { profileImageUrl: url })).profileImageUrl, url)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has its uploaded image at a URL that the service serves", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const image = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
      const { profileImageUrl } = yield* CurrentUser.update({ profileImageUrl: image })
      assert.strictEqual((yield* Users.get(userId)).profileImageUrl, profileImageUrl)
      const emulator = yield* Emulator.Emulator
      const response = yield* emulator.handle({ method: "GET", url: profileImageUrl!, headers: {}, body: undefined })
      assert.deepStrictEqual([response.status, response.headers["content-type"]], [200, "image/svg+xml"])
      assert.include(response.body, image)
      const gone = profileImageUrl!.replace(/\/[^/]+$/, "/unknown.png")
      assert.strictEqual(
        (yield* emulator.handle({ method: "GET", url: gone, headers: {}, body: undefined })).status,
        404
      )
      assert.strictEqual((yield* Users.update(userId, { profileImageUrl: image })).profileImageUrl?.slice(-4), ".gif")
    }).pipe(Effect.provide(layerTest())))

  it.effect("has its image as data in a service of 2026", () =>
    Effect.gen(function*() {
      yield* signUp()
      const image = "data:image/png;base64,AAAA"
      assert.strictEqual((yield* CurrentUser.update({ profileImageUrl: image })).profileImageUrl, image)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("cannot upload bytes that are not an image", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const profileImageUrl = "data:image/png;base64,AAAA"
      assert.strictEqual(refusalOf(yield* failure(CurrentUser.update({ profileImageUrl }))).status, 400)
      assert.strictEqual(refusalOf(yield* failure(Users.update(userId, { profileImageUrl }))).status, 400)
      assert.isNull((yield* Users.get(userId)).profileImageUrl)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an image that is empty, a word or base64 without a data URL", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      for (const profileImageUrl of ["", "nope", "iVBORw0KGgo=", "/ada.png"]) {
        const refused = [
          yield* failure(CurrentUser.update({ profileImageUrl })),
          yield* failure(Users.update(userId, { profileImageUrl })),
          yield* failure(Users.create({ profileImageUrl }))
        ]
        assert.deepStrictEqual(refused.map(({ _tag }) => _tag), [
          "RequestSchemaError",
          "RequestSchemaError",
          "RequestSchemaError"
        ])
      }
      for (const profileImageUrl of ["data:image/svg;base64,iVBORw0KGgo=", "data:text/plain,nope", "ada:png"]) {
        assert.strictEqual(refusalOf(yield* failure(CurrentUser.update({ profileImageUrl }))).status, 400)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("has a selected team from the start if the project creates one for every user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { selectedTeam, selectedTeamId } = yield* Users.get(userId)
      assert.strictEqual(selectedTeam?.id, selectedTeamId)
      assert.strictEqual(selectedTeam?.displayName, `Team of ${email}`)
      assert.deepStrictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeam, {
        id: selectedTeam!.id,
        displayName: selectedTeam!.displayName,
        profileImageUrl: null,
        clientMetadata: null,
        clientReadOnlyMetadata: null
      })
      const teamOf = (id: string) => Effect.map(Users.get(id), ({ selectedTeam }) => selectedTeam?.displayName)
      assert.strictEqual(yield* teamOf((yield* Users.create({ displayName: "Ada" })).id), "Team of Ada")
      assert.strictEqual(yield* teamOf((yield* Users.create()).id), "Personal team")
      const { items } = yield* Users.list({ teamId: selectedTeam!.id })
      assert.deepStrictEqual(items.map(({ id }) => id), [userId])
      assert.deepStrictEqual((yield* Users.list({ teamId: nobody })).items, [])
    }).pipe(Effect.provide(layerTest({ project: { config: { createTeamOnSignUp: true } } }))))

  it.effect("a user created by a server is returned without the team", () =>
    Effect.gen(function*() {
      const created = yield* Users.create({ displayName: "Ada" })
      assert.deepInclude(created, { selectedTeam: null, selectedTeamId: null })
      const { selectedTeam, selectedTeamId, ...user } = yield* Users.get(created.id)
      assert.deepStrictEqual({ ...user, selectedTeam: null, selectedTeamId: null }, created)
      assert.isString(selectedTeamId)
      assert.strictEqual(selectedTeam?.id, selectedTeamId)
    }).pipe(Effect.provide(layerTest({ project: { config: { createTeamOnSignUp: true } } }))))

  it.effect("selects a team it is a member of, or none", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const team = (yield* Users.get(userId)).selectedTeam!
      const other = (yield* Users.get((yield* Users.create()).id)).selectedTeamId
      assert.isNull((yield* CurrentUser.update({ selectedTeamId: null })).selectedTeam)
      assert.deepStrictEqual((yield* Users.update(userId, { selectedTeamId: team.id })).selectedTeam, team)
      const foreign = yield* failure(CurrentUser.update({ selectedTeamId: other }))
      assert(foreign._tag === "TeamMembershipNotFound")
      assert.deepStrictEqual(foreign.details, { teamId: other!, userId })
      assert.strictEqual((yield* failure(Users.update(userId, { selectedTeamId: "a" })))._tag, "RequestSchemaError")
      assert.strictEqual((yield* Users.get(userId)).selectedTeamId, team.id)
    }).pipe(Effect.provide(layerTest({ project: { config: { createTeamOnSignUp: true } } }))))

  it.effect("users can exist from the start", () =>
    Effect.gen(function*() {
      yield* signIn()
      const { items } = yield* Users.list()
      assert.deepStrictEqual(namesOf(items), ["Ada", "Grace"])
      assert.deepStrictEqual(items.map((user) => user.primaryEmailAuthEnabled), [true, false])
    }).pipe(Effect.provide(layerTest({
      project: {
        users: [
          { displayName: "Ada", primaryEmail: email, password },
          { displayName: "Grace", primaryEmail: "grace@example.com", primaryEmailAuthEnabled: false }
        ]
      }
    }))))
})

describe("the list of users", () => {
  const many = Effect.forEach(["ada", "grace", "edsger", "barbara", "donald"], create)

  it.effect("is in sign-up order, or the reverse", () =>
    Effect.gen(function*() {
      yield* many
      const oldestFirst = ["ada", "grace", "edsger", "barbara", "donald"]
      const all = yield* Users.list()
      assert.deepStrictEqual(namesOf(all.items), oldestFirst)
      assert.isNull(all.nextCursor)
      assert.deepStrictEqual(namesOf((yield* Users.list({ desc: false })).items), oldestFirst)
      assert.deepStrictEqual(namesOf((yield* Users.list({ desc: true })).items), oldestFirst.toReversed())
    }).pipe(Effect.provide(layerTest())))

  it.effect("has pages, each with the first user of the next one as its cursor", () =>
    Effect.gen(function*() {
      const users = yield* many
      const first = yield* Users.list({ limit: 2 })
      assert.deepStrictEqual(namesOf(first.items), ["ada", "grace"])
      assert.strictEqual(first.nextCursor, users[2]!.id)
      const second = yield* Users.list({ limit: 2, cursor: first.nextCursor! })
      assert.deepStrictEqual(namesOf(second.items), ["edsger", "barbara"])
      const third = yield* Users.list({ limit: 2, cursor: second.nextCursor! })
      assert.deepStrictEqual(namesOf(third.items), ["donald"])
      assert.isNull(third.nextCursor)
      const whole = yield* Users.list({ limit: 5 })
      assert.strictEqual(whole.items.length, 5)
      assert.isNull(whole.nextCursor)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the list of users goes backwards from a cursor", () =>
    Effect.gen(function*() {
      yield* many
      const first = yield* Users.list({ limit: 2, desc: true })
      const second = yield* Users.list({ limit: 2, desc: true, cursor: first.nextCursor! })
      assert.deepStrictEqual(namesOf([...first.items, ...second.items]), ["donald", "barbara", "edsger", "grace"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be searched by part of a name or address in any case, and by a whole id", () =>
    Effect.gen(function*() {
      const users = yield* many
      const found = (query: string) => Effect.map(Users.list({ query }), ({ items }) => namesOf(items))
      assert.deepStrictEqual(yield* found("AR"), ["barbara"])
      assert.deepStrictEqual(yield* found("DA@exa"), ["ada"])
      assert.deepStrictEqual(yield* found(users[1]!.id), ["grace"])
      assert.deepStrictEqual(yield* found(users[1]!.id.toUpperCase()), ["grace"])
      assert.deepStrictEqual(yield* found(users[1]!.id.slice(0, 8)), [])
      assert.deepStrictEqual(yield* found("nobody"), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("has pages of search results", () =>
    Effect.gen(function*() {
      yield* many
      const { items, nextCursor } = yield* Users.list({ query: "@example.com", limit: 3 })
      assert.strictEqual(items.length, 3)
      const rest = yield* Users.list({ query: "@example.com", limit: 3, cursor: nextCursor! })
      assert.deepStrictEqual(namesOf(rest.items), ["barbara", "donald"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a limit below 1 and an invalid cursor", () =>
    Effect.gen(function*() {
      const wrong = [{ limit: 0 }, { limit: -1 }, { limit: 1.5 }, { cursor: "ada" }, { teamId: "team" }]
      for (const options of wrong) {
        assert.strictEqual((yield* failure(Users.list(options)))._tag, "RequestSchemaError", JSON.stringify(options))
      }
      assert.strictEqual(codeOf(yield* send("GET", "/users?limit=ten", serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("GET", "/users?desc=yes", serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("GET", "/users?colour=red", serverHeaders)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))
})

describe("the stream of users", () => {
  /** Counts the requests sent by an effect. */
  const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function*() {
      let requests = 0
      const transport = yield* Transport
      const result = yield* Effect.provideService(effect, Transport, (request) =>
        Effect.suspend(() => {
          requests++
          return transport(request)
        }))
      return [result, requests] as const
    })

  it.effect("requests the next page only when it is pulled past the last one", () =>
    Effect.gen(function*() {
      yield* Effect.forEach(["a", "b", "c", "d", "e"], create)
      const taken = (n: number) =>
        counted(Users.stream({ pageSize: 2 }).pipe(Stream.take(n), Stream.runCollect, Effect.map(namesOf)))
      assert.deepStrictEqual(yield* taken(0), [[], 0])
      assert.deepStrictEqual(yield* taken(1), [["a"], 1])
      assert.deepStrictEqual(yield* taken(2), [["a", "b"], 1])
      assert.deepStrictEqual(yield* taken(3), [["a", "b", "c"], 2])
      assert.deepStrictEqual(yield* taken(9), [["a", "b", "c", "d", "e"], 3])
    }).pipe(Effect.provide(layerTest())))

  it.effect("filters and sorts like the list", () =>
    Effect.gen(function*() {
      yield* Effect.forEach(["ada", "grace", "barbara"], create)
      const users = yield* Stream.runCollect(Users.stream({ pageSize: 1, desc: true, query: "a@" }))
      assert.deepStrictEqual(namesOf(users), ["barbara", "ada"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("an empty stream of users sends one request", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* counted(Stream.runCollect(Users.stream())), [[], 1])
    }).pipe(Effect.provide(layerTest())))
})

describe("metadata", () => {
  /** A key that an object literal treats as its prototype. */
  const withProto = JSON.parse("{\"__proto__\":{\"admin\":true},\"constructor\":{\"prototype\":1},\"\":null}") as Json
  const nested = (depth: number): Json => depth === 0 ? [] : { "ä": [nested(depth - 1)] }

  const json: fc.Arbitrary<Json> = fc.oneof(
    { arbitrary: fc.jsonValue({ depthSize: "medium", stringUnit: "binary" }) as fc.Arbitrary<Json>, weight: 8 },
    {
      arbitrary: fc.constantFrom<Json>({}, [], "", null, 0, false, "\u0000\ud83d\ude00", withProto, nested(100)),
      weight: 2
    },
    {
      arbitrary: fc.tuple(
        fc.constantFrom("__proto__", "constructor", "toString", "display_name", "a.b"),
        fc.jsonValue()
      )
        .map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as Json),
      weight: 2
    }
  )

  it.effect("is read back as it was stored", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const roundTrip = Effect.fnUntraced(function*(value: Json) {
        // As JSON text, which has no -0 and keeps the order of keys.
        const text = JSON.stringify(value)
        const updated = yield* CurrentUser.update({ clientMetadata: value })
        const user = yield* Users.update(userId, { serverMetadata: value, clientReadOnlyMetadata: value })
        const read = yield* CurrentUser.get({ or: "throw" })
        assert.deepStrictEqual(
          [updated.clientMetadata, user.serverMetadata, user.clientReadOnlyMetadata, read.clientMetadata]
            .map((metadata) => JSON.stringify(metadata)),
          [text, text, text, text]
        )
        assert.isFalse("admin" in {})
      })
      const run = Effect.runPromiseWith(yield* Effect.context<Client.Client | Server.Server>())
      yield* Effect.promise(() =>
        fc.assert(fc.asyncProperty(json, (value) => run(roundTrip(value))), { numRuns: runsOf(100) })
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("metadata keeps a __proto__ key", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ serverMetadata: withProto })
      const { serverMetadata } = yield* Users.get(id)
      assert.deepStrictEqual(Object.keys(serverMetadata as object), ["__proto__", "constructor", ""])
      assert.strictEqual(Object.getPrototypeOf(serverMetadata), Object.prototype)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is a copy: later changes of the program's object have no effect", () =>
    Effect.gen(function*() {
      const mine = { tags: ["a"] }
      const { id, serverMetadata } = yield* Users.create({ serverMetadata: mine })
      mine.tags.push("b")
      ;(serverMetadata as typeof mine).tags.push("c")
      assert.deepStrictEqual((yield* Users.get(id)).serverMetadata, { tags: ["a"] })
    }).pipe(Effect.provide(layerTest())))

  it.effect("stored by one device is read by another", () =>
    Effect.gen(function*() {
      yield* signUp()
      const phone = yield* device()
      yield* on(phone)(signIn())
      yield* CurrentUser.update({ clientMetadata: { theme: "dark" } })
      assert.deepStrictEqual((yield* on(phone)(CurrentUser.get({ or: "throw" }))).clientMetadata, { theme: "dark" })
    }).pipe(Effect.provide(layerTest())))
})
