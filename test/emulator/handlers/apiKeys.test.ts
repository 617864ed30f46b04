import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { ApiKeys, Client, CurrentUser, TokenStore, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ApiKeys as ServerApiKeys, type Server, Teams, Users } from "latchkey/server"
import { inspect } from "node:util"
import { crc32 } from "node:zlib"
import { formatApiKey } from "../../../src/emulator/rules/formatApiKey.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import {
  clientHeaders,
  codeOf,
  configure,
  device,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  otherProject,
  refusalOf,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const backup = { description: "Nightly backup" }

const text = (value: string) => Redacted.make(value)

const idsOf = Array.map(({ id }: { readonly id: string }) => id)

const asUser = Effect.fnUntraced(function*(address?: string) {
  const { tokens, userId } = yield* signUp(address)
  return { userId, headers: { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) } }
})

/** Signs up a user who created a team and has the creator's permissions there. */
const withTeam = Effect.fnUntraced(function*(permissions: ReadonlyArray<string> = ["team_admin"], address?: string) {
  yield* configure({ createTeamOnSignUp: true, teamCreatorDefaultPermissions: permissions })
  const { headers, userId } = yield* asUser(address)
  return { headers, userId, teamId: (yield* CurrentUser.get({ or: "throw" })).selectedTeamId! }
})

type AnyCall = Effect.Effect<
  unknown,
  { readonly _tag: string; readonly message: string },
  Client.Client | Server.Server
>

/** Fails the test when a request is sent. */
const unsent = Effect.provideService(Transport, () => Effect.die("A request was sent"))

const fieldsOf = (key: object) => Object.keys(key).sort()

describe("a new key", () => {
  it.effect("is shown in full once, and by its last four characters afterwards", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* TestClock.adjust("1 minute")
      const { value, ...created } = yield* ApiKeys.create(backup)
      const text = Redacted.value(value)
      assert.deepStrictEqual(created, {
        id: created.id,
        type: "user",
        userId,
        description: "Nightly backup",
        createdAt: new Date(60_000),
        isPublic: false
      })
      assert.notInclude(inspect({ value }, { depth: 9 }), text)
      const shown = { ...created, value: { lastFour: text.slice(-4) } }
      assert.deepStrictEqual(yield* ApiKeys.get(created), shown)
      assert.deepStrictEqual(yield* ApiKeys.list(), [shown])
      assert.deepStrictEqual(yield* ServerApiKeys.get(created), shown)
      assert.deepStrictEqual(yield* ServerApiKeys.list({ userId }), [shown])
      assert.deepStrictEqual(yield* ServerApiKeys.check("user", value), shown)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can have an expiry, and can be public", () =>
    Effect.gen(function*() {
      yield* signUp()
      const expiresAt = new Date(86_400_000)
      const key = yield* ApiKeys.create({ ...backup, expiresAt, isPublic: true })
      assert.deepStrictEqual(key.expiresAt, expiresAt)
      assert.isTrue(key.isPublic)
      assert.match(Redacted.value(key.value), /^pk_/)
      const shown = yield* ApiKeys.get(key)
      assert.deepStrictEqual(shown.expiresAt, expiresAt)
      assert.isTrue(shown.isPublic)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has no wire field for an absent value", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const body = { user_id: "me", description: "x", expires_at_millis: null }
      const response = yield* send("POST", "/user-api-keys", headers, body)
      assert.strictEqual(response.status, 200)
      const names = ["created_at_millis", "description", "id", "is_public", "type", "user_id", "value"]
      assert.deepStrictEqual(fieldsOf(jsonOf(response)), names)
      const list = jsonOf(yield* send("GET", "/user-api-keys?user_id=me", headers))
      assert.isFalse(list.is_paginated)
      assert.deepStrictEqual(fieldsOf(list.items[0]), names)
    }).pipe(Effect.provide(layerTest())))

  it.effect("must state that it never expires, and rejects an invalid time", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const body = { user_id: "me", description: "x" }
      assert.strictEqual(codeOf(yield* send("POST", "/user-api-keys", headers, body)), "SCHEMA_ERROR")
      const error = yield* failure(ApiKeys.create({ ...backup, expiresAt: new Date(NaN) }))
      assert.strictEqual(error._tag, "RequestSchemaError")
      assert.deepStrictEqual(yield* ApiKeys.list(), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a key created by a server belongs to the named owner", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const key = yield* ServerApiKeys.create({ userId, ...backup })
      assert.strictEqual(key.userId, userId)
      assert.deepStrictEqual(idsOf(yield* ApiKeys.list()), [key.id])
      assert.strictEqual(refusalOf(yield* failure(ServerApiKeys.create({ userId: nobody, ...backup }))).status, 404)
      assert.strictEqual(refusalOf(yield* failure(ServerApiKeys.create({ teamId: nobody, ...backup }))).status, 404)
      assert.strictEqual(
        (yield* failure(ServerApiKeys.create({ userId: "ada", ...backup })))._tag,
        "RequestSchemaError"
      )
      assert.strictEqual(
        (yield* failure(ServerApiKeys.create({ teamId: "ada", ...backup })))._tag,
        "RequestSchemaError"
      )
    }).pipe(Effect.provide(layerTest())))
})

describe("the text of a key", () => {
  const uuid = fc.uuid({ version: 4 })
  const secret = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/)
  const keys = fc.record({
    secret,
    id: uuid,
    ownerType: fc.constantFrom("user" as const, "team" as const),
    isPublic: fc.boolean(),
    isHosted: fc.boolean()
  })
  const form = /^(sk|pk)_([0-9a-z]{45})([0-9a-f]{32})(user|team)([0-3])574ck4u7h([0-9a-f]{8})$/

  it("contains its id, the kind of its owner, its environment and its visibility", () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = formatApiKey(key)
        assert.strictEqual(text.length, 102)
        const [, prefix, secret, id, ownerType, flag] = form.exec(text)!
        assert.strictEqual(prefix, key.isPublic ? "pk" : "sk")
        assert.strictEqual(secret, key.secret)
        assert.strictEqual(id, key.id.replaceAll("-", ""))
        assert.strictEqual(ownerType, key.ownerType)
        assert.strictEqual(Number(flag) % 2 === 0, key.isHosted)
        assert.strictEqual(Number(flag) >= 2, key.isPublic)
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("a key ends with the CRC-32 of its preceding characters", () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = formatApiKey(key)
        assert.strictEqual(parseInt(text.slice(-8), 16), crc32(text.slice(0, -8)))
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("a key equals the recorded key with the same secret and id", () => {
    const secret = "gnp0naja053sp82jn0ckw0wq3mqw71c1qxqmern7vr8tr"
    const id = "c380c3be-f2ed-4986-b4af-417433adc906"
    assert.strictEqual(
      formatApiKey({ secret, id, ownerType: "user", isPublic: false, isHosted: false }),
      "sk_gnp0naja053sp82jn0ckw0wq3mqw71c1qxqmern7vr8trc380c3bef2ed4986b4af417433adc906user1574ck4u7h28ed2df8"
    )
  })

  it.effect("has the hosted service's environment when the emulator replaces it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const flagOf = (value: Redacted.Redacted<string>) => form.exec(Redacted.value(value))![5]
      assert.strictEqual(flagOf((yield* ApiKeys.create(backup)).value), "0")
      assert.strictEqual(flagOf((yield* ApiKeys.create({ ...backup, isPublic: true })).value), "2")
      const selfHosted = yield* Layer.build(Layer.fresh(
        Client.layer({ ...Emulator.clientOptions, apiUrl: "http://localhost:8102" }).pipe(
          Layer.provide(TokenStore.layerMemory)
        )
      ))
      yield* on(selfHosted)(signUp("grace@example.com"))
      assert.strictEqual(flagOf((yield* on(selfHosted)(ApiKeys.create(backup))).value), "1")
      assert.strictEqual(flagOf((yield* on(selfHosted)(ApiKeys.create({ ...backup, isPublic: true }))).value), "3")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is unknown after a change of one character", () =>
    Effect.gen(function*() {
      yield* signUp()
      const text = Redacted.value((yield* ApiKeys.create(backup)).value)
      const changes = fc.sample(fc.tuple(fc.nat(text.length - 1), fc.stringMatching(/^[0-9A-Za-z_]$/)), runsOf(200))
      let changed = 0
      for (const [index, character] of changes) {
        if (text[index] === character) continue
        const other = text.slice(0, index) + character + text.slice(index + 1)
        const error = yield* failure(ServerApiKeys.check("user", Redacted.make(other)))
        assert.strictEqual(error._tag, "ApiKeyNotFound", other)
        changed++
      }
      assert.isAbove(changed, 100)
      assert.strictEqual((yield* ServerApiKeys.check("user", Redacted.make(text))).description, "Nightly backup")
    }).pipe(Effect.provide(layerTest())))
})

describe("the list of keys", () => {
  it.effect("starts with the newest key, and is complete", () =>
    Effect.gen(function*() {
      yield* signUp()
      const first = yield* ApiKeys.create({ description: "first" })
      const second = yield* ApiKeys.create({ description: "second", expiresAt: new Date(1) })
      yield* TestClock.adjust("1 hour")
      const third = yield* ApiKeys.create({ description: "third" })
      yield* ApiKeys.revoke(first)
      const newestFirst = [third.id, second.id, first.id]
      assert.deepStrictEqual(idsOf(yield* ApiKeys.list()), newestFirst)
      assert.deepStrictEqual(idsOf(yield* ApiKeys.list({ userId: "me" })), newestFirst)
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains only the keys of one owner", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* withTeam()
      const own = yield* ApiKeys.create(backup)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      const grace = yield* device()
      yield* on(grace)(Effect.andThen(signUp("grace@example.com"), ApiKeys.create(backup)))
      assert.deepStrictEqual(idsOf(yield* ApiKeys.list()), [own.id])
      assert.deepStrictEqual(idsOf(yield* ApiKeys.list({ teamId })), [shared.id])
      assert.deepStrictEqual(idsOf(yield* ServerApiKeys.list({ userId })), [own.id])
      assert.deepStrictEqual(idsOf(yield* ServerApiKeys.list({ teamId })), [shared.id])
      assert.deepStrictEqual(yield* ServerApiKeys.list({ userId: nobody }), [])
      assert.deepStrictEqual(yield* ServerApiKeys.list({ teamId: nobody }), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires an owner with a UUID", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      for (
        const path of ["/user-api-keys", "/team-api-keys", "/user-api-keys?user_id=ada", "/team-api-keys?team_id=a"]
      ) {
        assert.strictEqual(codeOf(yield* send("GET", path, headers)), "SCHEMA_ERROR", path)
        assert.strictEqual(codeOf(yield* send("GET", path, serverHeaders)), "SCHEMA_ERROR", path)
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("a client", () => {
  it.effect("a client manages its user's keys, and can name the user by id", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* asUser()
      const other = yield* ServerApiKeys.create({ userId: (yield* Users.create()).id, ...backup })
      const body = { description: "x", expires_at_millis: null }
      const create = (user_id: string) => send("POST", "/user-api-keys", headers, { ...body, user_id })
      assert.strictEqual((yield* create(userId)).status, 200)
      assert.strictEqual((yield* create(nobody)).status, 403)
      assert.strictEqual((yield* send("GET", `/user-api-keys?user_id=${userId}`, headers)).status, 200)
      assert.strictEqual((yield* send("GET", `/user-api-keys?user_id=${nobody}`, headers)).status, 403)
      assert.strictEqual(refusalOf(yield* failure(ApiKeys.get(other))).status, 403)
      assert.strictEqual(refusalOf(yield* failure(ApiKeys.update(other, { description: "mine" }))).status, 403)
      assert.strictEqual(refusalOf(yield* failure(ApiKeys.revoke(other))).status, 403)
      assert.deepStrictEqual(yield* ServerApiKeys.get(other), {
        ...other,
        value: { lastFour: Redacted.value(other.value).slice(-4) }
      })
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client finds no key with an unknown id, and none of the other kind", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam()
      const own = yield* ApiKeys.create(backup)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      const missing = [{ id: nobody }, { id: nobody, teamId }, { id: shared.id }, { id: own.id, teamId }] as const
      for (const key of missing) {
        // Sound: either overload accepts one of these.
        const ref = key as { readonly id: string }
        assert.strictEqual((yield* failure(ApiKeys.get(ref)))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ApiKeys.update(ref, {})))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ApiKeys.revoke(ref)))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ServerApiKeys.get(ref)))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ServerApiKeys.revoke(ref)))._tag, "ApiKeyNotFound")
      }
      assert.strictEqual((yield* failure(unsent(ApiKeys.get({ id: "mine" }))))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client without a user has no keys", () =>
    Effect.gen(function*() {
      const key = yield* ServerApiKeys.create({ userId: (yield* Users.create()).id, ...backup })
      assert.strictEqual((yield* failure(ApiKeys.list()))._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* failure(ApiKeys.create(backup)))._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* failure(ApiKeys.get(key)))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* failure(ApiKeys.revoke(key)))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* failure(ApiKeys.list({ teamId: nobody })))._tag, "UserAuthenticationRequired")
      assert.strictEqual(
        (yield* failure(ApiKeys.create({ teamId: nobody, ...backup })))._tag,
        "UserAuthenticationRequired"
      )
      const keyOfTeam = { id: nobody, teamId: nobody }
      assert.strictEqual((yield* failure(ApiKeys.get(keyOfTeam)))._tag, "UserAuthenticationRequired")
      const list = (owner: string) => send("GET", `/user-api-keys?user_id=${owner}`)
      assert.strictEqual(codeOf(yield* list("me")), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual(codeOf(yield* list(nobody)), "USER_AUTHENTICATION_REQUIRED")
      const asServer = yield* send("GET", "/user-api-keys?user_id=me", serverHeaders)
      assert.strictEqual(codeOf(asServer), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layerTest())))

  it.effect("manages the keys of a team if it has the permission", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam(["$manage_api_keys"])
      const { value, ...key } = yield* ApiKeys.create({ teamId, ...backup })
      assert.deepStrictEqual(key, {
        id: key.id,
        type: "team",
        teamId,
        description: "Nightly backup",
        createdAt: new Date(0),
        isPublic: false
      })
      assert.match(Redacted.value(value), /team0574ck4u7h/)
      const shown = { ...key, value: { lastFour: Redacted.value(value).slice(-4) } }
      assert.deepStrictEqual(yield* ApiKeys.get(key), shown)
      assert.deepStrictEqual(yield* ApiKeys.list({ teamId }), [shown])
      const renamed = yield* ApiKeys.update(key, { description: "Weekly backup" })
      assert.deepStrictEqual(renamed, { ...shown, description: "Weekly backup" })
      assert.deepStrictEqual((yield* ApiKeys.revoke(key)).manuallyRevokedAt, new Date(0))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client without the permission cannot tell if a team exists", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam(["team_member"])
      const key = yield* ServerApiKeys.create({ teamId, ...backup })
      for (const owner of [{ teamId }, { teamId: nobody }]) {
        assert.strictEqual((yield* failure(ApiKeys.create({ ...owner, ...backup })))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ApiKeys.list(owner)))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ApiKeys.get({ id: key.id, ...owner })))._tag, "ApiKeyNotFound")
        assert.strictEqual((yield* failure(ApiKeys.revoke({ id: key.id, ...owner })))._tag, "ApiKeyNotFound")
      }
      assert.deepStrictEqual(idsOf(yield* ServerApiKeys.list({ teamId })), [key.id])
      assert.isTrue(yield* ServerApiKeys.isValid(yield* ServerApiKeys.get(key)))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client finds a team's key only through that team", () =>
    Effect.gen(function*() {
      const ada = yield* withTeam()
      const key = yield* ApiKeys.create({ teamId: ada.teamId, ...backup })
      const { teamId } = yield* withTeam(["team_admin"], "grace@example.com")
      assert.strictEqual((yield* failure(ApiKeys.get({ id: key.id, teamId })))._tag, "ApiKeyNotFound")
      assert.strictEqual((yield* failure(ServerApiKeys.revoke({ id: key.id, teamId })))._tag, "ApiKeyNotFound")
      for (const method of ["GET", "PATCH"]) {
        const body = method === "PATCH" ? { revoked: true } : undefined
        const response = yield* send(method, `/team-api-keys/${key.id}`, serverHeaders, body)
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("naming a user and a team", () => {
  const both: any = { id: nobody, userId: nobody, teamId: nobody, ...backup }

  it.effect("is refused before a request is sent", () =>
    Effect.gen(function*() {
      const refused: ReadonlyArray<AnyCall> = [
        ApiKeys.create(both),
        ApiKeys.list(both),
        ApiKeys.get(both),
        ApiKeys.update(both, { description: "x" }),
        ApiKeys.revoke(both),
        ServerApiKeys.create(both),
        ServerApiKeys.list(both),
        ServerApiKeys.get(both),
        ServerApiKeys.update(both, { description: "x" }),
        ServerApiKeys.revoke(both)
      ]
      for (const call of refused) {
        const error = yield* failure(unsent(call))
        assert.strictEqual(error._tag, "RequestSchemaError")
        assert.include(error.message, "not both")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("the service refuses a request that names a user and a team", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const { id } = yield* ApiKeys.create(backup)
      const query = `user_id=me&team_id=${nobody}`
      for (const kind of ["user", "team"]) {
        const path = `/${kind}-api-keys`
        const body = { description: "x", expires_at_millis: null, user_id: "me", team_id: nobody }
        assert.strictEqual(codeOf(yield* send("POST", path, headers, body)), "SCHEMA_ERROR")
        assert.strictEqual(codeOf(yield* send("GET", `${path}?${query}`, headers)), "SCHEMA_ERROR")
        assert.strictEqual(codeOf(yield* send("GET", `${path}/${id}?${query}`, headers)), "SCHEMA_ERROR")
        assert.strictEqual(codeOf(yield* send("PATCH", `${path}/${id}?${query}`, headers, {})), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("updating a key", () => {
  it.effect("keeps omitted fields", () =>
    Effect.gen(function*() {
      yield* signUp()
      const key = yield* ApiKeys.create({ ...backup, expiresAt: new Date(1000) })
      const before = yield* ApiKeys.get(key)
      assert.deepStrictEqual(yield* ApiKeys.update(key, {}), before)
      assert.deepStrictEqual(yield* ApiKeys.update(key, { description: "" }), { ...before, description: "" })
      assert.deepStrictEqual(yield* ServerApiKeys.update(key, { description: "x" }), { ...before, description: "x" })
      assert.deepStrictEqual(yield* ApiKeys.get(key), { ...before, description: "x" })
    }).pipe(Effect.provide(layerTest())))

  for (const generation of ["2025", "2026"] as const) {
    it.effect(`a new expiry is a SCHEMA_ERROR in ${generation}`, () =>
      Effect.gen(function*() {
        const { headers } = yield* asUser()
        const key = yield* ApiKeys.create({ ...backup, expiresAt: new Date(1000) })
        for (const expires_at_millis of [2000, null]) {
          const response = yield* send("PATCH", `/user-api-keys/${key.id}`, headers, { expires_at_millis })
          assert.deepStrictEqual([response.status, codeOf(response)], [400, "SCHEMA_ERROR"])
        }
        assert.deepStrictEqual((yield* ApiKeys.get(key)).expiresAt, new Date(1000))
      }).pipe(Effect.provide(layerTest({ generation }))))
  }

  it.effect("sends only the changed fields", () =>
    Effect.gen(function*() {
      yield* signUp()
      const key = yield* ApiKeys.create(backup)
      const bodies: Array<string | undefined> = []
      const recording = Effect.provideService(Transport, ({ body }) =>
        Effect.sync(() => {
          bodies.push(body)
          return { status: 500, header: () => undefined, body: "" }
        }))
      yield* recording(Effect.exit(ApiKeys.update(key, { description: "x" })))
      yield* recording(Effect.exit(ApiKeys.revoke(key)))
      assert.deepStrictEqual(bodies.map((body) => JSON.parse(body!)), [
        { description: "x" },
        { revoked: true }
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("revokes it permanently, and keeps the time of the first revocation", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const key = yield* ApiKeys.create(backup)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual((yield* ApiKeys.revoke(key)).manuallyRevokedAt, new Date(60_000))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual((yield* ApiKeys.update(key, { revoked: true })).manuallyRevokedAt, new Date(60_000))
      const undone = yield* send("PATCH", `/user-api-keys/${key.id}`, headers, { revoked: false })
      assert.strictEqual(codeOf(undone), "SCHEMA_ERROR")
      assert.deepStrictEqual((yield* ApiKeys.get(key)).manuallyRevokedAt, new Date(60_000))
    }).pipe(Effect.provide(layerTest())))

  it.effect("an update cannot delete a key", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const { id } = yield* ApiKeys.create(backup)
      assert.strictEqual((yield* send("DELETE", `/user-api-keys/${id}`, headers)).status, 405)
    }).pipe(Effect.provide(layerTest())))
})

describe("checking a key", () => {
  it.effect("distinguishes a user's key from a team's", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam()
      const own = yield* ApiKeys.create(backup)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      assert.strictEqual((yield* ServerApiKeys.check("user", own.value)).userId, own.userId)
      assert.strictEqual((yield* ServerApiKeys.check("team", shared.value)).teamId, teamId)
      const errors = [
        yield* failure(ServerApiKeys.check("team", own.value)),
        yield* failure(ServerApiKeys.check("user", shared.value))
      ]
      assert.deepStrictEqual(errors.map((error) => error._tag === "WrongApiKeyType" && error.details), [
        { expectedType: "team", actualType: "user" },
        { expectedType: "user", actualType: "team" }
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("reports a key of the wrong kind first, then a revoked one, then an expired one", () =>
    Effect.gen(function*() {
      yield* signUp()
      const key = yield* ApiKeys.create({ ...backup, expiresAt: new Date(1000) })
      const user = Effect.map(failure(ServerApiKeys.check("user", key.value)), tagsOf)
      const team = Effect.map(failure(ServerApiKeys.check("team", key.value)), tagsOf)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* user, yield* team], ["ApiKeyExpired", "WrongApiKeyType"])
      yield* ApiKeys.revoke(key)
      assert.deepStrictEqual([yield* user, yield* team], ["ApiKeyRevoked", "WrongApiKeyType"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a check of a key fails from the key's expiry on, to the millisecond", () =>
    Effect.gen(function*() {
      yield* signUp()
      const key = yield* ApiKeys.create({ ...backup, expiresAt: new Date(1000) })
      yield* TestClock.adjust("999 millis")
      assert.strictEqual((yield* ServerApiKeys.check("user", key.value)).id, key.id)
      assert.strictEqual(yield* ApiKeys.state(key), "valid")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* failure(ServerApiKeys.check("user", key.value)))._tag, "ApiKeyExpired")
      assert.strictEqual(yield* ApiKeys.state(key), "expired")
    }).pipe(Effect.provide(layerTest())))

  it.effect("finds only keys of its project, and none of a deleted user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { value } = yield* ApiKeys.create(backup)
      const check = (headers: Readonly<Record<string, string>>) =>
        send("POST", "/user-api-keys/check", headers, { api_key: Redacted.value(value) })
      const elsewhere = {
        ...serverHeaders,
        "x-stack-project-id": otherProject.id,
        "x-stack-secret-server-key": "ssk_other"
      }
      assert.strictEqual((yield* check(serverHeaders)).status, 200)
      assert.strictEqual(codeOf(yield* check(elsewhere)), "API_KEY_NOT_FOUND")
      yield* Users.remove(userId)
      assert.strictEqual(codeOf(yield* check(serverHeaders)), "API_KEY_NOT_FOUND")
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("clients cannot check keys", () =>
    Effect.gen(function*() {
      const { headers } = yield* asUser()
      const { value } = yield* ApiKeys.create(backup)
      for (const body of [{ api_key: Redacted.value(value) }, {}]) {
        const response = yield* send("POST", "/user-api-keys/check", headers, body)
        assert.strictEqual(response.status, 401)
        assert.deepStrictEqual(jsonOf(response).details, {
          actual_access_type: "client",
          allowed_access_types: ["server", "admin"]
        })
      }
      assert.strictEqual(codeOf(yield* send("POST", "/user-api-keys/check", serverHeaders, {})), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))
})

describe("looking up a key", () => {
  it.effect("finds a usable key, and its owner", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* withTeam()
      const own = yield* ApiKeys.create(backup)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      assert.strictEqual((yield* ServerApiKeys.find("user", own.value))?.id, own.id)
      assert.strictEqual((yield* ServerApiKeys.find("team", shared.value))?.id, shared.id)
      assert.deepStrictEqual(yield* Users.getByApiKey(own.value), yield* Users.get(userId))
      assert.deepStrictEqual(yield* Teams.getByApiKey(shared.value), yield* Teams.get(teamId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns undefined for an unusable key, for every reason", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam()
      const revoked = yield* ApiKeys.create(backup)
      yield* ApiKeys.revoke(revoked)
      const expired = yield* ApiKeys.create({ ...backup, expiresAt: new Date(0) })
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      for (const value of [text("unknown"), text(""), revoked.value, expired.value, shared.value]) {
        assert.isNull(yield* ServerApiKeys.find("user", value))
        assert.isNull(yield* Users.getByApiKey(value))
      }
      const own = yield* ApiKeys.create(backup)
      const gone = yield* ApiKeys.create({ teamId, ...backup, expiresAt: new Date(0) })
      for (const value of [text("unknown"), own.value, gone.value]) {
        assert.isNull(yield* ServerApiKeys.find("team", value))
        assert.isNull(yield* Teams.getByApiKey(value))
      }
      yield* Teams.remove(teamId)
      assert.isNull(yield* Teams.getByApiKey(shared.value))
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns undefined if the owner was deleted before the lookup", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* withTeam()
      const own = yield* ApiKeys.create(backup)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      const transport = yield* Transport
      const emulator = yield* Emulator.Emulator
      const gone = (path: string) =>
        Effect.provideService(Transport, (request) =>
          Effect.tap(transport(request), () =>
            request.url.endsWith("/check")
              ? Effect.provideService(send("DELETE", path, serverHeaders), Emulator.Emulator, emulator)
              : Effect.void))
      assert.isNull(yield* gone(`/teams/${teamId}`)(Teams.getByApiKey(shared.value)))
      assert.isNull(yield* gone(`/users/${userId}`)(Users.getByApiKey(own.value)))
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not treat an unreachable service as an invalid key", () =>
    Effect.gen(function*() {
      yield* configure({ allowUserApiKeys: false })
      assert.strictEqual(refusalOf(yield* failure(ServerApiKeys.find("user", text("unknown")))).status, 400)
      assert.strictEqual(refusalOf(yield* failure(Users.getByApiKey(text("unknown")))).status, 400)
      assert.isNull(yield* Teams.getByApiKey(text("unknown")))
    }).pipe(Effect.provide(layerTest())))
})

describe("a project without API keys", () => {
  it.effect("a project without user API keys refuses only requests about users' keys", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* withTeam()
      const key = yield* ApiKeys.create(backup)
      yield* configure({ allowUserApiKeys: false })
      const calls: ReadonlyArray<AnyCall> = [
        ApiKeys.create(backup),
        ApiKeys.list(),
        ApiKeys.get(key),
        ApiKeys.revoke(key),
        ServerApiKeys.create({ userId, ...backup }),
        ServerApiKeys.list({ userId }),
        ServerApiKeys.get(key),
        ServerApiKeys.revoke(key),
        ServerApiKeys.check("user", key.value)
      ]
      for (const call of calls) assert.strictEqual(refusalOf(yield* failure(call)).status, 400)
      const shared = yield* ApiKeys.create({ teamId, ...backup })
      assert.strictEqual((yield* ServerApiKeys.check("team", shared.value)).id, shared.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a project without team API keys refuses only requests about teams' keys", () =>
    Effect.gen(function*() {
      const { teamId } = yield* withTeam()
      const key = yield* ApiKeys.create({ teamId, ...backup })
      yield* configure({ allowTeamApiKeys: false })
      const calls: ReadonlyArray<AnyCall> = [
        ApiKeys.create({ teamId, ...backup }),
        ApiKeys.list({ teamId }),
        ApiKeys.get(key),
        ApiKeys.revoke(key),
        ServerApiKeys.create({ teamId, ...backup }),
        ServerApiKeys.list({ teamId }),
        ServerApiKeys.get(key),
        ServerApiKeys.revoke(key),
        ServerApiKeys.check("team", key.value)
      ]
      for (const call of calls) assert.strictEqual(refusalOf(yield* failure(call)).status, 400)
      const own = yield* ApiKeys.create(backup)
      assert.strictEqual((yield* ServerApiKeys.check("user", own.value)).id, own.id)
    }).pipe(Effect.provide(layerTest())))
})

describe("the state of a key", () => {
  it.effect("a key that is revoked and expired is reported as revoked", () =>
    Effect.gen(function*() {
      const expiresAt = new Date(1000)
      const manuallyRevokedAt = new Date(500)
      yield* TestClock.setTime(600)
      assert.strictEqual(yield* ApiKeys.state({}), "valid")
      assert.strictEqual(yield* ApiKeys.state({ expiresAt }), "valid")
      assert.strictEqual(yield* ApiKeys.state({ expiresAt, manuallyRevokedAt }), "manually-revoked")
      assert.isTrue(yield* ApiKeys.isValid({ expiresAt }))
      assert.isFalse(yield* ApiKeys.isValid({ manuallyRevokedAt }))
      yield* TestClock.setTime(1000)
      assert.strictEqual(yield* ApiKeys.state({ expiresAt }), "expired")
      assert.strictEqual(yield* ApiKeys.state({ expiresAt, manuallyRevokedAt }), "manually-revoked")
      assert.isFalse(yield* ApiKeys.isValid({ expiresAt }))
    }))
})
