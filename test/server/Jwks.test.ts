/** The cached keys of a project: fetches, their number, and outages of the service. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { Jwks } from "latchkey/server"
import { importKeys, parseKeySet } from "../../src/server/keySet.ts"
import { SharedCache } from "../../src/server/SharedState.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { connectionReset, response } from "../support/Wire.ts"
import {
  firstKey,
  KeyService,
  layerKeyService,
  layerVerifier,
  makeKey,
  options,
  outcome,
  publish,
  secondKey,
  sign,
  userId
} from "./tokens.ts"

const getKey = (kid: string) => Effect.flatMap(Jwks.Jwks, (jwks) => jwks.getKey(kid))

/** `true` if the key is found, `false` if it is unknown, or the tag of the error. */
const has = (kid = firstKey.kid) =>
  Effect.match(getKey(kid), { onFailure: ({ _tag }) => _tag, onSuccess: (key) => key !== undefined })

const layer = (times: Partial<Jwks.JwksOptions> = {}) =>
  Layer.provideMerge(Jwks.layer({ ...options, ...times }), layerKeyService)

/** Waits for one turn of the event loop. The host's threads import keys. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Waits until the fetch in the background has ended: until the result of `has` changes. */
const waitFor = (result: boolean, kid?: string) =>
  Effect.repeat(Effect.andThen(turn, has(kid)), { until: (is) => is === result })

const count = Effect.map(KeyService, ({ requests }) => requests.length)

/** Sends a response after some time of the test's clock. */
const after = (duration: Parameters<typeof Effect.sleep>[0], respond: ReturnType<typeof publish>) => () =>
  Effect.map(Effect.sleep(duration), respond)

describe("the request for the keys", () => {
  it.effect("requests the keys of all kinds of users", () =>
    Effect.gen(function*() {
      yield* has()
      const [request] = (yield* KeyService).requests
      assert.strictEqual(
        request!.url,
        "https://api.test/api/v1/projects/3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11/.well-known/jwks.json" +
          "?include_restricted=true&include_anonymous=true"
      )
      assert.deepInclude(request, { method: "GET", headers: {}, body: undefined, responseLimit: 1_000_000 })
    }).pipe(Effect.provide(layer())))

  it.effect("the keys are requested from the server URL if browsers have another one", () =>
    Effect.gen(function*() {
      yield* has()
      const [request] = (yield* KeyService).requests
      assert.strictEqual(new URL(request!.url).origin, "https://auth.internal")
    }).pipe(Effect.provide(layer({ apiUrl: { browser: "https://api.test", server: "https://auth.internal" } }))))

  it.effect("is repeated without the query if a service of 2025 refuses it", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = ({ url }) => url.includes("?") ? response(400, { code: "SCHEMA_ERROR" }) : publish(firstKey)()
      assert.isTrue(yield* has())
      assert.deepStrictEqual(service.requests.map(({ url }) => url.split("?").length), [2, 1])
    }).pipe(Effect.provide(layer())))

  it.effect("skips keys that cannot verify ES256", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const odd = [
        null,
        7,
        {},
        [],
        { kty: "oct", k: "c2VjcmV0", kid: "symmetric" },
        { kty: "RSA", n: "AQAB", e: "AQAB", kid: "rsa", alg: "RS256" },
        { ...firstKey.jwk, kid: undefined },
        { ...firstKey.jwk, kid: "../path" },
        { ...firstKey.jwk, kid: "encryption", use: "enc" },
        { ...firstKey.jwk, kid: "algorithm", alg: "ES384" },
        { ...firstKey.jwk, kid: "curve", crv: "P-384" },
        { ...firstKey.jwk, kid: "point", x: secondKey.jwk.x },
        { ...firstKey.jwk, kid: "coordinates", x: "not base64url!" },
        { ...firstKey.jwk, kid: "private", d: "AAAA" }
      ]
      const { alg: _, ...withoutAlgorithm } = firstKey.jwk
      service.respond = () => response(200, { keys: [...odd, withoutAlgorithm] })
      assert.isTrue(yield* has())
      for (const kid of ["symmetric", "rsa", "encryption", "algorithm", "curve", "point", "coordinates", "private"]) {
        assert.isFalse(yield* has(kid), kid)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("fails with JwksUnavailable if the response is no key set", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const responses = [
        response(200, "<html>"),
        response(200, { keys: {} }),
        response(200, []),
        response(200, { keys: [] }),
        response(200, { keys: [{ ...firstKey.jwk, alg: "RS256" }] }),
        response(302, { keys: [firstKey.jwk] }, { location: "https://attacker.example/jwks.json" }),
        response(404, "Project not found"),
        response(503, ""),
        connectionReset
      ]
      for (const answer of responses) {
        service.respond = () => answer
        const error = yield* Effect.flip(getKey(firstKey.kid))
        assert.strictEqual(error._tag, "JwksUnavailable")
        assert.match(error.message, /^The keys of the project cannot be fetched from https:\/\/api\.test: /)
        yield* TestClock.adjust("2 seconds")
      }
      // The 503 and the lost request are repeated once.
      assert.strictEqual(yield* count, responses.length + 2)
    }).pipe(Effect.provide(layer())))

  it.effect("dies with a defect of the transport, and is repeated by the next call", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = () => Effect.die(new Error("A bug of the transport"))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(getKey(firstKey.kid))))
      service.respond = publish(firstKey)
      assert.isTrue(yield* has())
    }).pipe(Effect.provide(layer())))

  it.effect("building Jwks.layer sends no request", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(layerVerifier())))
})

describe("concurrent first requests", () => {
  it.effect("1,000 verifications cause one fetch", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = after("100 millis", publish(firstKey))
      const tokens = yield* Effect.forEach(Array.from({ length: 1000 }, (_, i) => i), (i) =>
        sign({ claims: { name: String(i) } }))
      const fiber = yield* Effect.forkChild(
        Effect.forEach(tokens, (token) =>
          outcome(token), { concurrency: "unbounded" })
      )
      yield* turn
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set([userId]))
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(layerVerifier())))

  it.effect("concurrent first requests continue if one is interrupted", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = after("100 millis", publish(firstKey))
      const first = yield* Effect.forkChild(has())
      const second = yield* Effect.forkChild(has())
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("100 millis")
      assert.isTrue(yield* Fiber.join(second))
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("later requests fetch the keys if all concurrent first requests are interrupted", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = after("100 millis", publish(firstKey))
      const first = yield* Effect.forkChild(has())
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("100 millis")
      assert.isTrue(yield* has())
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(layer())))

  for (
    const [what, failure] of Object.entries({
      "is lost": () => connectionReset,
      "fails with a 500": () => response(500, ""),
      "fails with a 503": () => response(503, "")
    })
  ) {
    it.effect(`100 concurrent verifications succeed with one more request if the first ${what}`, () =>
      Effect.gen(function*() {
        const service = yield* KeyService
        let sent = 0
        service.respond = () => sent++ === 0 ? failure() : publish(firstKey)()
        const all = yield* Effect.all(Array.from({ length: 100 }, () => has()), { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(all), new Set([true]))
        assert.strictEqual(yield* count, 2)
      }).pipe(Effect.provide(layer())))
  }

  it.effect("concurrent first requests fail together after the timeout, and later ones immediately for two seconds", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      service.respond = () => Effect.never
      const fiber = yield* Effect.forkChild(
        Effect.forEach(Array(1000), () => has(), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set(["JwksUnavailable" as const]))
      yield* TestClock.adjust(1999)
      assert.deepStrictEqual(
        new Set(yield* Effect.forEach(Array(1000), () => has())),
        new Set(["JwksUnavailable" as const])
      )
      assert.strictEqual(yield* count, 1)
      service.respond = publish(firstKey)
      yield* TestClock.adjust(1)
      assert.isTrue(yield* has())
    }).pipe(Effect.provide(layer())))

  it.effect("the end of the layer interrupts the fetch", () =>
    Effect.gen(function*() {
      const interrupted = yield* Deferred.make<void>()
      const service = yield* KeyService
      service.respond = () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
      const use = Effect.gen(function*() {
        const waiter = yield* Effect.forkChild(has())
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiter)
      })
      yield* Effect.provide(use, Layer.fresh(Jwks.layer(options)))
      yield* Deferred.await(interrupted)
    }).pipe(Effect.provide(layerKeyService)))
})

describe("an unknown key id", () => {
  it.effect("10,000 forged ids cause at most one fetch in 30 seconds", () =>
    Effect.gen(function*() {
      const forge = (round: number) =>
        Effect.forEach(Array.from({ length: 10_000 }, (_, i) => `forged-${round}-${i}`), has, {
          concurrency: "unbounded"
        })
      assert.deepStrictEqual(new Set(yield* forge(1)), new Set([false]))
      assert.strictEqual(yield* count, 1)
      yield* TestClock.adjust(29_999)
      yield* forge(2)
      assert.strictEqual(yield* count, 1)
      yield* TestClock.adjust(1)
      yield* forge(3)
      assert.strictEqual(yield* count, 2)
      yield* TestClock.adjust("30 seconds")
      yield* forge(4)
      assert.strictEqual(yield* count, 3)
    }).pipe(Effect.provide(layer())))

  it.effect("an unknown key id after a rotation causes a fetch, and all waiting requests find the key", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      assert.isTrue(yield* has())
      yield* TestClock.adjust("1 minute")
      service.respond = after("100 millis", publish(firstKey, secondKey))
      const fiber = yield* Effect.forkChild(
        Effect.forEach(Array(100), () => has(secondKey.kid), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set([true]))
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(layer())))

  it.effect("an unknown key id does not delay requests with a known key id", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      assert.isTrue(yield* has())
      yield* TestClock.adjust("1 minute")
      service.respond = () => Effect.never
      const fiber = yield* Effect.forkChild(has("forged"))
      yield* Effect.yieldNow
      assert.isTrue(yield* has())
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "JwksUnavailable")
    }).pipe(Effect.provide(layer())))
})

describe("outdated keys", () => {
  it.effect("are used for ten minutes without a fetch", () =>
    Effect.gen(function*() {
      yield* has()
      yield* TestClock.adjust(599_999)
      assert.isTrue(yield* has())
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("are used without a wait while the new ones are fetched", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      yield* has()
      yield* TestClock.adjust("10 minutes")
      service.respond = publish(secondKey)
      assert.isTrue(yield* has())
      yield* waitFor(false)
      assert.strictEqual(yield* count, 2)
      assert.isTrue(yield* has(secondKey.kid))
    }).pipe(Effect.provide(layer())))

  it.effect("keys of twice the lifetime are replaced before use", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      yield* has()
      yield* TestClock.adjust("20 minutes")
      service.respond = publish(secondKey)
      assert.isFalse(yield* has())
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(layer())))

  it.effect("keys of twice the lifetime are used after one second if the service hangs", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      yield* has()
      yield* TestClock.adjust("1 hour")
      service.respond = () => Effect.never
      const fiber = yield* Effect.forkChild(Effect.timed(has()))
      yield* Effect.yieldNow
      yield* TestClock.adjust("1 second")
      const [, isFound] = yield* Fiber.join(fiber)
      assert.isTrue(isFound)
    }).pipe(Effect.provide(layer())))

  it.effect("are used while the service is down, with one fetch in 30 seconds and no wait", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      yield* has()
      service.respond = () => connectionReset
      yield* TestClock.adjust("10 minutes")
      let fetches = 1
      for (let round = 0; round < 3; round++) {
        const start = yield* Clock.currentTimeMillis
        assert.deepStrictEqual(new Set(yield* Effect.forEach(Array(1000), () => has())), new Set([true]))
        assert.strictEqual(yield* Clock.currentTimeMillis, start)
        assert.strictEqual(yield* count, ++fetches)
        assert.strictEqual(yield* has("unknown"), "JwksUnavailable")
        yield* TestClock.adjust(29_999)
        assert.isTrue(yield* has())
        assert.strictEqual(yield* count, fetches)
        yield* TestClock.adjust(1)
      }
      yield* TestClock.adjust("1 day")
      assert.isTrue(yield* has())
      service.respond = publish(secondKey)
      yield* TestClock.adjust("30 seconds")
      assert.isTrue(yield* has())
      yield* waitFor(false)
    }).pipe(Effect.provide(layer())))

  it.effect("keys stay outdated if the clock is set back", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      yield* has()
      yield* TestClock.setTime(0)
      assert.isTrue(yield* has())
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(layer())))
})

/** A cache that processes share, in memory. */
const makeShared = () => {
  const values = new Map<string, string>()
  const cache: SharedCache = {
    get: (key) => Effect.sync(() => values.get(key)),
    set: (key, value) => Effect.sync(() => void values.set(key, value))
  }
  return { values, cache }
}

/** Creates the key cache of another process. */
const process = (cache: SharedCache) =>
  Effect.map(
    Layer.build(Layer.fresh(Jwks.layer(options)).pipe(Layer.provide(Layer.succeed(SharedCache, cache)))),
    (context) => <A, E>(effect: Effect.Effect<A, E, Jwks.Jwks>) => Effect.provide(effect, context)
  )

describe("a shared cache", () => {
  it.effect("is filled by one fetch of eight processes", () =>
    Effect.gen(function*() {
      const { cache, values } = makeShared()
      for (let i = 0; i < 8; i++) assert.isTrue(yield* (yield* process(cache))(has()))
      assert.strictEqual(yield* count, 1)
      assert.deepStrictEqual([...values.keys()], [`jwks:https://api.test:${options.projectId}`])
      const [value] = values.values()
      assert.deepStrictEqual(Object.keys(JSON.parse(value!)), ["fetchedAt", "keys"])
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))

  it.effect("limits the fetches of all processes for forged key ids", () =>
    Effect.gen(function*() {
      const { cache } = makeShared()
      const processes = [yield* process(cache), yield* process(cache), yield* process(cache)]
      for (const run of processes) yield* run(has())
      yield* TestClock.adjust("30 seconds")
      for (const run of processes) assert.isFalse(yield* run(has("forged")))
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))

  it.effect("does not hide a new key from a process that starts", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const { cache } = makeShared()
      yield* (yield* process(cache))(has())
      yield* TestClock.adjust("1 minute")
      service.respond = publish(firstKey, secondKey)
      assert.isTrue(yield* (yield* process(cache))(has(secondKey.kid)))
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))

  it.effect("holds keys for a process that starts while the service is down", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const { cache } = makeShared()
      yield* (yield* process(cache))(has())
      yield* TestClock.adjust("3 hours")
      service.respond = () => connectionReset
      assert.isTrue(yield* (yield* process(cache))(has()))
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))

  it.effect("a shared cache with older keys does not replace a process's keys while the service is down", () =>
    Effect.gen(function*() {
      const service = yield* KeyService
      const { cache, values } = makeShared()
      const run = yield* process(cache)
      service.respond = publish(firstKey)
      yield* (yield* process(cache))(has())
      const [[name, older] = ["", ""]] = values
      yield* TestClock.adjust("1 minute")
      service.respond = publish(secondKey)
      assert.isTrue(yield* run(has(secondKey.kid)))
      values.set(name, older)
      service.respond = () => connectionReset
      yield* TestClock.adjust("11 minutes")
      assert.isTrue(yield* run(has(secondKey.kid)))
      assert.strictEqual(yield* run(has("unknown")), "JwksUnavailable")
      assert.isTrue(yield* run(has(secondKey.kid)))
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))

  it.effect("is ignored if its values are malformed, or if it hangs", () =>
    Effect.gen(function*() {
      const { cache, values } = makeShared()
      yield* (yield* process(cache))(has())
      const [key] = values.keys()
      for (const value of ["", "null", "{", "[]", "{\"keys\":[]}", "{\"fetchedAt\":\"0\",\"keys\":[{}]}"]) {
        values.set(key!, value)
        const before = yield* count
        assert.isTrue(yield* (yield* process(cache))(has()))
        assert.strictEqual(yield* count, before + 1, value)
      }
      const hanging = yield* process({ get: () => Effect.never, set: () => Effect.never })
      const fiber = yield* Effect.forkChild(hanging(has()))
      while (fiber.pollUnsafe() === undefined) {
        yield* turn
        yield* TestClock.adjust("1 second")
      }
      assert.isTrue(yield* Fiber.join(fiber))
    }).pipe(Effect.scoped, Effect.provide(layerKeyService)))
})

describe("Jwks.layerStatic", () => {
  const build = (jwks: Jwks.JsonWebKeySet | string) => Effect.scoped(Layer.build(Jwks.layerStatic(jwks)))

  it.effect("sends no request, and accepts a set or its JSON text", () =>
    Effect.gen(function*() {
      const set = { keys: [firstKey.jwk, secondKey.jwk] }
      for (const jwks of [set, JSON.stringify(set)]) {
        const results = Effect.forEach([firstKey.kid, secondKey.kid, "forged"], has)
        assert.deepStrictEqual(yield* Effect.provide(results, Jwks.layerStatic(jwks)), [true, true, false])
      }
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(layerKeyService)))

  it.effect("fails with InvalidOptions for a malformed set", () =>
    Effect.gen(function*() {
      const other = yield* Effect.promise(() => makeKey("../path"))
      const sets: ReadonlyArray<unknown> = [
        undefined,
        null,
        "",
        "{",
        "[]",
        {},
        { keys: {} },
        { keys: [] },
        { keys: [{ kty: "RSA", n: "AQAB", e: "AQAB", kid: "rsa" }] },
        { keys: [{ ...firstKey.jwk, x: secondKey.jwk.x }] },
        { keys: [other.jwk] }
      ]
      for (const set of sets) {
        const error = yield* Effect.flip(build(set as string))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "jwks" }, JSON.stringify(set))
      }
    }))
})

describe("importKeys", () => {
  it.effect("imports the first of two keys with one id", () =>
    Effect.gen(function*() {
      const keys = parseKeySet({ keys: [firstKey.jwk, { ...secondKey.jwk, kid: firstKey.kid }] })!
      const imported = (yield* importKeys(keys)).get(firstKey.kid)!
      assert.strictEqual(imported.jwk.x, firstKey.jwk.x)
    }))

  it.effect("imports a known key again only if one of its coordinates has changed", () =>
    Effect.gen(function*() {
      const known = yield* importKeys(parseKeySet({ keys: [firstKey.jwk] })!)
      const key = known.get(firstKey.kid)!
      const keyAfter = (jwk: object) =>
        Effect.map(importKeys(parseKeySet({ keys: [jwk] })!, known), (keys) => keys.get(firstKey.kid))
      assert.strictEqual(yield* keyAfter({ ...firstKey.jwk }), key)
      assert.notStrictEqual(yield* keyAfter({ ...secondKey.jwk, kid: firstKey.kid }), key)
      // Not on the curve.
      assert.isUndefined(yield* keyAfter({ ...firstKey.jwk, y: secondKey.jwk.y }))
    }))
})

describe("parseKeySet", () => {
  const parameter = fc.oneof(
    fc.constantFrom<unknown>("EC", "P-256", "ES256", "sig", firstKey.kid, firstKey.jwk.x, firstKey.jwk.y, null),
    fc.jsonValue(),
    fc.string()
  )
  const anyKey = fc.record({
    kty: parameter,
    crv: parameter,
    kid: parameter,
    x: parameter,
    y: parameter,
    alg: parameter,
    use: parameter,
    __proto__: parameter
  }, { requiredKeys: [] })
  const nearlyValid = fc.tuple(fc.constantFrom("kty", "crv", "kid", "x", "y", "alg", "use"), parameter)
    .map(([name, value]) => ({ ...firstKey.jwk, [name]: value }))
  const key = fc.oneof(anyKey, nearlyValid)

  it("returns keys for ES256 or undefined for any input, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ keys: fc.array(fc.oneof(key, fc.anything())) })), (json) => {
        for (const { crv, kid, kty, x, y } of parseKeySet(json) ?? []) {
          assert.deepStrictEqual([kty, crv], ["EC", "P-256"])
          assert.match(kid, /^[\w-]{1,128}$/)
          assert.isTrue(typeof x === "string" && typeof y === "string")
        }
      }),
      { numRuns: runsOf(500) }
    )
  })
})

describe("the options of Jwks.layer", () => {
  it.effect("Jwks.layer: refuses invalid options", () =>
    Effect.gen(function*() {
      const failure = (more: Partial<Jwks.JwksOptions>) =>
        Effect.map(Effect.flip(Layer.build(Jwks.layer({ ...options, ...more }))), ({ option }) => option)
      assert.strictEqual(yield* failure({ projectId: "x" }), "projectId")
      assert.strictEqual(yield* failure({ apiUrl: "http://api.test" }), "apiUrl")
      assert.strictEqual(yield* failure({ apiUrl: "https://user:secret@api.test" }), "apiUrl")
      for (const option of ["requestTimeout", "lifetime", "cooldown"]) {
        assert.strictEqual(yield* failure({ [option]: -1 }), option)
        assert.strictEqual(yield* failure({ [option]: NaN }), option)
      }
    }).pipe(Effect.scoped))
})
