/** Calls are announced to caches if they changed data at the service, or may have. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cache, Client, CurrentUser, Password, Resource, Resources } from "latchkey"
import { type Answer, answer, knownError, layerTest, networkError, Service, stored } from "../session/support.ts"

const route = "POST /auth/password/set"
const set = Password.set({ password: Redacted.make("battery staple") })

/** Runs an effect, advances the clock until it ends, and returns the announced ids. */
const announcedBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const ids: Array<string> = []
    yield* (yield* Client.Client).changes((id) => ids.push(id))
    const fiber = yield* Effect.forkChild(Effect.exit(effect), { startImmediately: true })
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(fiber)
    return ids
  }).pipe(Effect.scoped)

describe("a write", () => {
  const announced: Readonly<Record<string, Answer | ReturnType<typeof answer>>> = {
    "that succeeds": answer(200, { success: true }),
    "whose response is not JSON": answer(200, "<!doctype html>"),
    "whose response does not decode": answer(200, { success: "yes" }),
    "whose response is a redirect": answer(302, ""),
    "that gets no response": networkError,
    "that times out": Effect.never,
    "that meets 500": answer(500, "Internal error"),
    "that meets 503": answer(503, ""),
    "that dies in the transport": Effect.die("A transport has a bug")
  }
  for (const [what, script] of Object.entries(announced)) {
    it.effect(`a write of ${what} is announced once`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script(route, script)
        assert.deepStrictEqual(yield* announcedBy(set), ["password.set"])
      }).pipe(Effect.provide(layerTest())))
  }

  const refused = {
    "with an error of the endpoint": knownError(400, "PASSWORD_TOO_SHORT", { min_length: 8 }),
    "with a text": answer(403, "No"),
    "with 429 and a long wait": answer(429, "", { "retry-after": "3600" }),
    "with an error of the project": knownError(401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: "p" })
  }
  for (const [what, script] of Object.entries(refused)) {
    it.effect(`a refused write of ${what} is not announced`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script(route, script)
        assert.deepStrictEqual(yield* announcedBy(set), [])
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("GETs and writes without a signed-in user are not announced", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* announcedBy(set), [])
      yield* stored("r1")
      assert.deepStrictEqual(yield* announcedBy(CurrentUser.get()), [])
    }).pipe(Effect.provide(layerTest())))
})

describe("a cached value", () => {
  it.effect("a cached value is fetched again after a write with an unreadable response", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const { observe } = yield* Cache.Cache
      const stop = observe(Resources.user).subscribe(() => {})
      yield* Resource.get(Resources.user)
      yield* TestClock.adjust("1 second")
      const before = service.to("GET /users/me").length
      service.script("PATCH /users/me", answer(200, "<!doctype html>"))
      const error = yield* Effect.flip(CurrentUser.update({ displayName: "Ada" }))
      assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(service.to("GET /users/me").length, before + 1)
      stop()
    }).pipe(Effect.provide(Cache.layer().pipe(Layer.provideMerge(layerTest())))))
})
