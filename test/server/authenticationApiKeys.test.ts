/** Authentication by API keys. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { KnownErrors, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { ApiKeys, Authentication, Server, Teams, Users } from "latchkey/server"
import { otherProject } from "../emulator/support.ts"
import { bearer, cookie, makeSession, request, type Services, setup } from "./authenticationSupport.ts"

const { authenticate } = Authentication

const emulator: Emulator.Options = {
  project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } },
  projects: [{ ...otherProject, config: { allowUserApiKeys: true } }]
}

const makeKey = Effect.fnUntraced(function*(expiresAt?: Date, isPublic = false) {
  const { id } = yield* Users.create()
  const key = yield* ApiKeys.create({ userId: id, description: "test", isPublic, ...(expiresAt && { expiresAt }) })
  return { key, value: Redacted.value(key.value), userId: id }
})

const run = <A, E>(
  test: (emulator: ReturnType<typeof setup>) => Effect.Effect<A, E, Services>,
  options?: Partial<Authentication.AuthenticationOptions>
) => {
  const all = setup(options, emulator)
  return Effect.provide(test(all), all.layer)
}

const reasonOf = (headers: Record<string, string>, options?: Authentication.AuthenticateOptions) =>
  Effect.match(authenticate(request(headers), options), {
    onFailure: (error) => error._tag === "ApiKeyInvalid" ? error.reason : error._tag,
    onSuccess: ({ principal }) => principal._tag
  })

describe("an API key", () => {
  for (const isPublic of [false, true]) {
    it.effect(`a user's API key authenticates the user, ${isPublic ? "public" : "secret"}`, () =>
      run(({ paths, requests }) =>
        Effect.gen(function*() {
          const { key, userId, value } = yield* makeKey(undefined, isPublic)
          requests.length = 0
          for (const headers of [{ authorization: `Bearer ${value}` }, { "x-api-key": value }]) {
            const { headers: response, principal } = yield* authenticate(request(headers, { method: "POST" }))
            if (principal._tag !== "UserApiKey") return assert.fail(principal._tag)
            assert.strictEqual(principal.userId, userId)
            assert.strictEqual(principal.apiKey.id, key.id)
            assert.strictEqual(response.get("cache-control"), "private, no-store")
          }
          assert.deepStrictEqual(paths(), ["POST /user-api-keys/check"])
        })
      ))
  }

  it.effect("a team's API key authenticates the team", () =>
    run(({ paths, requests }) =>
      Effect.gen(function*() {
        const { id } = yield* Teams.create({ displayName: "Engines" })
        const key = yield* ApiKeys.create({ teamId: id, description: "test" })
        requests.length = 0
        const { principal } = yield* authenticate(request({ "x-api-key": Redacted.value(key.value) }))
        if (principal._tag !== "TeamApiKey") return assert.fail(principal._tag)
        assert.strictEqual(principal.teamId, id)
        assert.deepStrictEqual(paths(), ["POST /team-api-keys/check"])
      })
    ))

  it.effect("is checked once for 100 concurrent requests, and again after 30 seconds", () =>
    run(({ requests }) =>
      Effect.gen(function*() {
        const { value } = yield* makeKey()
        requests.length = 0
        const ask = authenticate(request({ "x-api-key": value }))
        const all = yield* Effect.all(Array.from({ length: 100 }, () => ask), { concurrency: "unbounded" }).pipe(
          Faults.provide(Faults.slow("1 second")),
          Effect.forkChild
        )
        // The 30 seconds start with the request.
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(all)
        yield* TestClock.adjust("28999 millis")
        yield* ask
        assert.lengthOf(requests, 1)
        yield* TestClock.adjust("1 millis")
        yield* ask
        assert.lengthOf(requests, 2)
      })
    ))

  it.effect("is checked for every request if the cache is off or the request asks for it", () =>
    run(({ requests }) =>
      Effect.gen(function*() {
        const { value } = yield* makeKey()
        requests.length = 0
        const ask = authenticate(request({ "x-api-key": value }))
        yield* Effect.repeat(ask, { times: 2 })
        assert.lengthOf(requests, 3)
      }), { apiKeyTimeToLive: 0 }))

  it.effect("a revoked API key is noticed after 30 seconds, or immediately with freshness: session", () =>
    run(() =>
      Effect.gen(function*() {
        const { key, value } = yield* makeKey()
        const headers = { "x-api-key": value }
        assert.strictEqual(yield* reasonOf(headers), "UserApiKey")
        yield* ApiKeys.revoke(key)
        assert.strictEqual(yield* reasonOf(headers), "UserApiKey")
        assert.strictEqual(yield* reasonOf(headers, { freshness: "session" }), "revoked")
        assert.strictEqual(yield* reasonOf(headers), "revoked")
      })
    ))

  it.effect("an API key that expires within the 30 seconds is refused from its expiry", () =>
    run(() =>
      Effect.gen(function*() {
        const { value } = yield* makeKey(new Date(10_000))
        const headers = { "x-api-key": value }
        assert.strictEqual(yield* reasonOf(headers), "UserApiKey")
        yield* TestClock.adjust("9999 millis")
        assert.strictEqual(yield* reasonOf(headers), "UserApiKey")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* reasonOf(headers), "expired")
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* reasonOf(headers), "expired")
      })
    ))

  it.effect("fails with ApiError while the service is down, and is checked again afterwards", () =>
    run(() =>
      Effect.gen(function*() {
        const headers = { "x-api-key": (yield* makeKey()).value }
        assert.strictEqual(yield* Faults.provide(Faults.offline)(reasonOf(headers)), "ApiError")
        assert.strictEqual(yield* reasonOf(headers), "UserApiKey")
        assert.strictEqual(yield* Faults.provide(Faults.offline)(reasonOf(headers)), "UserApiKey")
      })
    ))
})

describe("attacks with API keys", () => {
  it.effect("a key of another project is unknown", () =>
    run(() =>
      Effect.gen(function*() {
        const layerOther = Effect.provideServiceEffect(
          Server.Server,
          Effect.provide(
            Server.make({ projectId: otherProject.id, secretServerKey: otherProject.secretServerKey }),
            TokenStore.layerNone
          )
        )
        const { value } = yield* layerOther(makeKey())
        assert.strictEqual(yield* reasonOf({ "x-api-key": value }), "unknown")
        assert.strictEqual(yield* reasonOf({ authorization: `Bearer ${value}` }), "unknown")
      })
    ))

  it.effect("a revoked key and an expired key are refused", () =>
    run(() =>
      Effect.gen(function*() {
        const { key, value } = yield* makeKey()
        yield* ApiKeys.revoke(key)
        assert.strictEqual(yield* reasonOf({ "x-api-key": value }), "revoked")
        const short = yield* makeKey(new Date(5000))
        yield* TestClock.adjust("6 seconds")
        assert.strictEqual(yield* reasonOf({ "x-api-key": short.value }), "expired")
      })
    ))

  it.effect("a key with another owner type or checksum is refused", () =>
    run(({ requests }) =>
      Effect.gen(function*() {
        const { value } = yield* makeKey()
        assert.strictEqual(yield* reasonOf({ "x-api-key": value.replace("user", "team") }), "unknown")
        requests.length = 0
        for (const wrong of [value.slice(1), `${value}0`, value.toUpperCase(), `${value},${value}`, "sk_", "", " "]) {
          assert.strictEqual(yield* reasonOf({ "x-api-key": wrong }), "malformed")
        }
        assert.lengthOf(requests, 0)
      })
    ))

  it.effect("a key beside a session, and two keys, are refused", () =>
    run(({ requests }) =>
      Effect.gen(function*() {
        const [one, other] = [yield* makeKey(), yield* makeKey()]
        const session = yield* makeSession()
        requests.length = 0
        for (
          const headers of [
            { "x-api-key": one.value, authorization: `Bearer ${other.value}` },
            { "x-api-key": one.value, ...bearer(session) },
            { "x-api-key": one.value, ...cookie(session) }
          ]
        ) assert.strictEqual(yield* reasonOf(headers), "CredentialsConflict")
        assert.lengthOf(requests, 0)
        assert.strictEqual(
          yield* reasonOf({ "x-api-key": one.value, authorization: `Bearer ${one.value}` }),
          "UserApiKey"
        )
      })
    ))

  it.effect("a key that the service's schema refuses is unknown", () =>
    run(() =>
      Effect.gen(function*() {
        const { value } = yield* makeKey()
        const { setFault } = yield* Emulator.Emulator
        const refusal = new KnownErrors.RequestSchemaError({ message: "No", details: { message: "No" } })
        yield* setFault(Faults.failWith(refusal))
        assert.strictEqual(yield* reasonOf({ "x-api-key": value }), "unknown")
        yield* setFault(undefined)
        assert.strictEqual(yield* reasonOf({ "x-api-key": value }), "UserApiKey")
      })
    ))
})
