import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, Project, TokenStore } from "latchkey"
import { Admin, InternalApiKeys } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Server, Users } from "latchkey/server"
import { inspect } from "node:util"
import { codeOf, failure, jsonOf, nobody, projectId, send, serverHeaders, tagsOf } from "../support.ts"

const layerTest = Admin.layer(Emulator.adminOptions).pipe(
  Layer.provideMerge(TokenStore.layerMemory),
  Layer.provideMerge(Emulator.layer())
)

const inAnHour = { description: "Web server", expiresAt: new Date(3_600_000) }

const all = { hasPublishableClientKey: true, hasSecretServerKey: true, hasSuperSecretAdminKey: true }

const adminHeaders = {
  "x-stack-access-type": "admin",
  "x-stack-project-id": projectId,
  "x-stack-super-secret-admin-key": "sak_emulator"
}

/** Calls the service at each level with keys of the project, and returns the outcome of each call. */
const used = (keys: InternalApiKeys.CreatedInternalApiKey) => {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  const outcome = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
    Effect.match(call, { onFailure: tagsOf, onSuccess: () => "ok" })
  return Effect.all([
    outcome(Effect.provide(
      Project.get,
      Layer.fresh(Client.layer({ projectId, publishableClientKey: publishableClientKey! }))
    )),
    outcome(Effect.provide(Users.list(), Layer.fresh(Server.layer({ projectId, secretServerKey: secretServerKey! })))),
    outcome(Effect.provide(
      InternalApiKeys.list,
      Layer.fresh(Admin.layer({ projectId, superSecretAdminKey: superSecretAdminKey! }))
    ))
  ])
}

const refused = [
  "ApiError/ProjectRefused/InvalidPublishableClientKey",
  "ApiError/ProjectRefused/InvalidSecretServerKey",
  "ApiError/ProjectRefused/InvalidSuperSecretAdminKey"
]

describe("new keys of a project", () => {
  it.effect("work immediately, each for its level", () =>
    Effect.gen(function*() {
      const keys = yield* InternalApiKeys.create({ ...inAnHour, ...all })
      assert.deepStrictEqual(yield* used(keys), ["ok", "ok", "ok"])
    }).pipe(Effect.provide(layerTest)))

  it.effect("are shown in full once, and by their last four characters afterwards", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 second")
      const created = yield* InternalApiKeys.create({ ...inAnHour, ...all })
      const { publishableClientKey, secretServerKey, superSecretAdminKey, ...rest } = created
      assert.deepStrictEqual(rest, { id: rest.id, ...inAnHour, createdAt: new Date(1000) })
      const secrets = [secretServerKey, superSecretAdminKey].map((key) => Redacted.value(key!))
      const values = [publishableClientKey!, ...secrets]
      for (const [index, prefix] of ["pck", "ssk", "sak"].entries()) {
        assert.match(values[index]!, new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{45}$`))
      }
      for (const secret of secrets) assert.notInclude(inspect(created, { depth: 9 }), secret)
      const [lastOfClient, lastOfServer, lastOfAdmin] = values.map((value) => ({ lastFour: value.slice(-4) }))
      const shown = {
        ...rest,
        publishableClientKey: lastOfClient,
        secretServerKey: lastOfServer,
        superSecretAdminKey: lastOfAdmin
      }
      assert.deepStrictEqual(yield* InternalApiKeys.get(rest.id), shown)
      assert.deepStrictEqual((yield* InternalApiKeys.list)[0], shown)
    }).pipe(Effect.provide(layerTest)))

  it.effect("only the requested keys are created", () =>
    Effect.gen(function*() {
      const { publishableClientKey, ...rest } = yield* InternalApiKeys.create({
        ...inAnHour,
        hasPublishableClientKey: true
      })
      assert.isString(publishableClientKey)
      assert.deepStrictEqual(Object.keys(rest).sort(), ["createdAt", "description", "expiresAt", "id"])
      const shown = Object.keys(yield* InternalApiKeys.get(rest.id)).sort()
      assert.deepStrictEqual(shown, ["createdAt", "description", "expiresAt", "id", "publishableClientKey"])
    }).pipe(Effect.provide(layerTest)))

  it.effect("require every wire field, including an expiry", () =>
    Effect.gen(function*() {
      const body = {
        description: "x",
        expires_at_millis: 1000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false
      }
      assert.strictEqual((yield* send("POST", "/internal/api-keys", adminHeaders, body)).status, 200)
      for (const name of Object.keys(body)) {
        const response = yield* send("POST", "/internal/api-keys", adminHeaders, { ...body, [name]: undefined })
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR", name)
      }
      const error = yield* failure(InternalApiKeys.create({ description: "x", expiresAt: new Date(NaN) }))
      assert.strictEqual(error._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest)))
})

describe("the list of a project's keys", () => {
  it.effect("contains the initial keys, and starts with the newest", () =>
    Effect.gen(function*() {
      const [first, ...others] = yield* InternalApiKeys.list
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(first!.publishableClientKey, { lastFour: "ator" })
      assert.deepStrictEqual(first!.secretServerKey, { lastFour: "ator" })
      assert.deepStrictEqual(first!.superSecretAdminKey, { lastFour: "ator" })
      assert.isTrue(yield* InternalApiKeys.isValid(first!))
      const second = yield* InternalApiKeys.create(inAnHour)
      yield* TestClock.adjust("2 hours")
      const third = yield* InternalApiKeys.create(inAnHour)
      yield* InternalApiKeys.revoke(second.id)
      const ids = (yield* InternalApiKeys.list).map(({ id }) => id)
      assert.deepStrictEqual(ids, [third.id, second.id, first!.id])
    }).pipe(Effect.provide(layerTest)))
})

describe("a project's keys", () => {
  it.effect("are refused from their expiry on, to the millisecond", () =>
    Effect.gen(function*() {
      const keys = yield* InternalApiKeys.create({ ...inAnHour, ...all })
      yield* TestClock.adjust("3599999 millis")
      assert.deepStrictEqual(yield* used(keys), ["ok", "ok", "ok"])
      assert.strictEqual(yield* InternalApiKeys.state(keys), "valid")
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* used(keys), refused)
      assert.strictEqual(yield* InternalApiKeys.state(keys), "expired")
    }).pipe(Effect.provide(layerTest)))

  it.effect("are refused permanently once they are revoked", () =>
    Effect.gen(function*() {
      const keys = yield* InternalApiKeys.create({ ...inAnHour, ...all })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual((yield* InternalApiKeys.revoke(keys.id)).manuallyRevokedAt, new Date(60_000))
      assert.deepStrictEqual(yield* used(keys), refused)
      yield* TestClock.adjust("1 minute")
      const again = yield* InternalApiKeys.update(keys.id, { revoked: true })
      assert.deepStrictEqual(again.manuallyRevokedAt, new Date(60_000))
      const undone = yield* send("PATCH", `/internal/api-keys/${keys.id}`, adminHeaders, { revoked: false })
      assert.strictEqual(codeOf(undone), "SCHEMA_ERROR")
      assert.strictEqual(yield* InternalApiKeys.state(again), "manually-revoked")
    }).pipe(Effect.provide(layerTest)))

  it.effect("a key can revoke itself", () =>
    Effect.gen(function*() {
      const [own] = yield* InternalApiKeys.list
      yield* InternalApiKeys.revoke(own!.id)
      assert.strictEqual(tagsOf(yield* failure(InternalApiKeys.list)), refused[2])
    }).pipe(Effect.provide(layerTest)))

  it.effect("update: changes only the description of a key set", () =>
    Effect.gen(function*() {
      const { id } = yield* InternalApiKeys.create({ ...inAnHour, ...all })
      const before = yield* InternalApiKeys.get(id)
      assert.deepStrictEqual(yield* InternalApiKeys.update(id, {}), before)
      const after = { ...before, description: "Worker" }
      assert.deepStrictEqual(yield* InternalApiKeys.update(id, { description: "Worker" }), after)
      assert.deepStrictEqual(yield* InternalApiKeys.get(id), after)
    }).pipe(Effect.provide(layerTest)))

  it.effect("unknown key ids are not found, and keys cannot be deleted", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(InternalApiKeys.get(nobody)))._tag, "ApiKeyNotFound")
      assert.strictEqual((yield* failure(InternalApiKeys.revoke(nobody)))._tag, "ApiKeyNotFound")
      assert.strictEqual((yield* failure(InternalApiKeys.update(nobody, {})))._tag, "ApiKeyNotFound")
      assert.strictEqual((yield* failure(InternalApiKeys.get("first")))._tag, "RequestSchemaError")
      assert.strictEqual((yield* send("DELETE", `/internal/api-keys/${nobody}`, adminHeaders)).status, 405)
    }).pipe(Effect.provide(layerTest)))

  it.effect("are for admins only, checked before all other errors", () =>
    Effect.gen(function*() {
      for (const [method, path] of [["GET", ""], ["POST", ""], ["GET", `/${nobody}`], ["PATCH", `/${nobody}`]]) {
        const body = method === "GET" ? undefined : { nonsense: true }
        const response = yield* send(method!, `/internal/api-keys${path}`, serverHeaders, body)
        assert.strictEqual(codeOf(response), "INSUFFICIENT_ACCESS_TYPE")
        assert.deepStrictEqual(jsonOf(response).details.allowed_access_types, ["admin"])
      }
    }).pipe(Effect.provide(layerTest)))
})

describe("the state of a project's keys", () => {
  it.effect("keys that are expired and revoked are reported as expired", () =>
    Effect.gen(function*() {
      const expiresAt = new Date(1000)
      const manuallyRevokedAt = new Date(500)
      yield* TestClock.setTime(600)
      assert.strictEqual(yield* InternalApiKeys.state({ expiresAt }), "valid")
      assert.strictEqual(yield* InternalApiKeys.state({ expiresAt, manuallyRevokedAt }), "manually-revoked")
      assert.isFalse(yield* InternalApiKeys.isValid({ expiresAt, manuallyRevokedAt }))
      yield* TestClock.setTime(1000)
      assert.strictEqual(yield* InternalApiKeys.state({ expiresAt, manuallyRevokedAt }), "expired")
      assert.isFalse(yield* InternalApiKeys.isValid({ expiresAt }))
    }))
})
