/** The code for failures, loaded on demand as in browsers: when it loads, what waits for it, and what fails without it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as Tracer from "effect/Tracer"
import { makeTracer } from "../support/makeTracer.ts"
import { errorOf, loadOnDemand, type Modules, poll, restoreAfterAll, start, toPlain } from "../support/onDemand.ts"

restoreAfterAll()

const notLoaded = "The code that handles failures could not be loaded"

const wrongPassword = { email: "a@example.com", password: Redacted.make("wrong horse") }

const rightPassword = { email: "a@example.com", password: Redacted.make("correct horse") }

/** Checks that a call failed because the code could not be loaded. */
const assertNotLoaded = (exit: Exit.Exit<unknown, unknown> | undefined, outcomeUnknown: boolean) => {
  const error = errorOf(exit)
  assert.strictEqual(error._tag, "ApiError")
  assert.isTrue(error.isTransient)
  assert.deepStrictEqual(toPlain(error.reason), {
    _tag: "NetworkFailure",
    name: "NetworkFailure",
    code: "NETWORK_FAILURE",
    message: notLoaded,
    outcomeUnknown,
    diagnostics: { offline: undefined, health: "not checked", apiRoot: "not checked" }
  })
}

/** A test with a client that loads the code for failures on demand. */
const test = <E>(
  name: string,
  run: (
    modules: Effect.Success<typeof loadOnDemand>
  ) => Effect.Effect<
    void,
    E,
    Layer.Success<ReturnType<Modules["support"]["layerTest"]>> | import("effect/Scope").Scope
  >,
  options: Parameters<Modules["support"]["layerTest"]>[1] = {}
) =>
  it.effect(name, () =>
    Effect.flatMap(
      loadOnDemand,
      (modules) =>
        Effect.provide(run(modules), modules.support.layerTest(modules.latchkey.TokenStore.layerMemory, options))
    ))

describe("the load of the code for failures", () => {
  test("starts with the first request, and runs once", ({ imports, latchkey: { CurrentUser, Password }, support }) =>
    Effect.gen(function*() {
      assert.lengthOf(imports, 0, "while the client is built")
      assert.isNull(yield* CurrentUser.get())
      assert.lengthOf(imports, 0, "for a call that sends no request")
      yield* support.stored("r1")
      yield* CurrentUser.get()
      assert.lengthOf(imports, 1)
      const first = yield* start(Password.signIn(wrongPassword))
      const second = yield* start(Password.signIn(wrongPassword))
      assert.lengthOf(imports, 1, "while it loads")
      yield* imports[0]!.succeed
      assert.strictEqual(errorOf(poll(first))._tag, "EmailPasswordMismatch")
      assert.strictEqual(errorOf(poll(second))._tag, "EmailPasswordMismatch")
      yield* Effect.exit(Password.signIn(wrongPassword))
      assert.lengthOf(imports, 1, "after it has loaded")
    }))

  test("is not awaited by successful calls", ({ imports, latchkey: { CurrentUser, Password, Session } }) =>
    Effect.gen(function*() {
      yield* Password.signIn(rightPassword)
      yield* CurrentUser.get({ or: "throw" })
      yield* Session.signOut
      assert.lengthOf(imports, 1)
    }))

  test("an interrupted call does not await the load, which continues for other calls", ({ imports, latchkey: { Password } }) =>
    Effect.gen(function*() {
      const interrupted = yield* start(Password.signIn(wrongPassword))
      const other = yield* start(Password.signIn(wrongPassword))
      yield* Fiber.interrupt(interrupted)
      assert.isUndefined(poll(other))
      yield* imports[0]!.succeed
      assert.strictEqual(errorOf(poll(other))._tag, "EmailPasswordMismatch")
    }))

  test(
    "a call awaits the load for requestTimeout, and a later call uses the same load",
    ({ imports, latchkey: { Password } }) =>
      Effect.gen(function*() {
        const first = yield* start(Password.signIn(wrongPassword))
        yield* TestClock.adjust(9_999)
        assert.isUndefined(poll(first))
        yield* TestClock.adjust(1)
        assertNotLoaded(poll(first), true)
        const second = yield* start(Password.signIn(wrongPassword))
        assert.lengthOf(imports, 1)
        yield* imports[0]!.succeed
        assert.strictEqual(errorOf(poll(second))._tag, "EmailPasswordMismatch")
      }),
    { requestTimeout: "10 seconds" }
  )
})

describe("a call that fails while the code for failures cannot be loaded", () => {
  test("fails with NetworkFailure; a write has outcomeUnknown, and the next call is explained", ({ imports, latchkey: { Password } }) =>
    Effect.gen(function*() {
      const first = yield* start(Password.signIn(wrongPassword))
      assert.isUndefined(poll(first))
      yield* imports[0]!.fail
      assertNotLoaded(poll(first), true)
      const second = yield* start(Password.signIn(wrongPassword))
      assert.lengthOf(imports, 2)
      yield* imports[1]!.succeed
      assert.strictEqual(errorOf(poll(second))._tag, "EmailPasswordMismatch")
    }))

  test("sends no retry of a read", ({ imports, latchkey: { CurrentUser }, support }) =>
    Effect.gen(function*() {
      const service = yield* support.Service
      yield* support.stored("r1")
      service.script("GET /users/me", support.networkError)
      const fiber = yield* start(CurrentUser.get())
      yield* imports[0]!.fail
      yield* TestClock.adjust("5 minutes")
      assertNotLoaded(poll(fiber), false)
      assert.lengthOf(service.requests, 1)
    }))

  test("keeps the session of a rejected access token; the next call refreshes", ({ imports, latchkey: { CurrentUser, Session }, support }) =>
    Effect.gen(function*() {
      const service = yield* support.Service
      const { accessToken } = yield* support.stored("r1")
      const states = yield* support.listen
      const expired = support.knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: 0 })
      service.script("GET /users/me", expired, expired)
      const first = yield* start(CurrentUser.get())
      yield* imports[0]!.fail
      assertNotLoaded(poll(first), false)
      assert.strictEqual((yield* support.inStore)?.accessToken, Redacted.value(accessToken))
      assert.strictEqual((yield* Session.state)._tag, "Active")
      const second = yield* start(CurrentUser.get())
      yield* imports[1]!.succeed
      assert.isTrue(Exit.isSuccess(poll(second)!))
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
      assert.notInclude(states.map(({ _tag }) => _tag), "SignedOut")
    }))

  test("keeps the session of a refused refresh; the next call ends it", ({ imports, latchkey: { CurrentUser, Session }, support }) =>
    Effect.gen(function*() {
      const service = yield* support.Service
      yield* support.storedExpired("r1")
      service.users.clear()
      const first = yield* start(CurrentUser.get())
      yield* imports[0]!.fail
      assertNotLoaded(poll(first), false)
      assert.strictEqual((yield* support.inStore)?.refreshToken, "r1")
      assert.strictEqual((yield* Session.state)._tag, "Stale")
      const second = yield* start(CurrentUser.get())
      yield* imports[1]!.succeed
      assert.deepStrictEqual(poll(second), Exit.succeed(null))
      assert.isUndefined(yield* support.inStore)
    }))

  test("a refused write reports a change if the code for failures cannot be loaded", ({ imports, latchkey: { Client, Password }, support }) =>
    Effect.gen(function*() {
      const service = yield* support.Service
      const ids: Array<string> = []
      yield* (yield* Client.Client).changes((id) => ids.push(id))
      yield* support.stored("r1")
      service.script("POST /auth/password/set", support.answer(500, "Internal error"))
      yield* start(Password.set({ password: Redacted.make("battery staple") }))
      yield* imports[0]!.fail
      assert.deepStrictEqual(ids, ["password.set"])
    }))

  test("fails its span after the load", ({ imports, latchkey: { Password } }) =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      const fiber = yield* start(Effect.provideService(Password.signIn(wrongPassword), Tracer.Tracer, tracer))
      const attempt = spans.find(({ name }) => name === "latchkey.request")!
      assert.strictEqual(attempt.status._tag, "Started")
      yield* imports[0]!.fail
      assertNotLoaded(poll(fiber), true)
      assert.strictEqual(attempt.attributes.get("http.response.status_code"), 400)
      assert.strictEqual(attempt.attributes.get("error.type"), "NetworkFailure")
      assert(attempt.status._tag === "Ended" && Exit.isFailure(attempt.status.exit))
    }))
})

describe("a call that sends no request", () => {
  test(
    "has no unknown outcome if its failure cannot be explained",
    ({ imports, latchkey: { Password }, support }) =>
      Effect.gen(function*() {
        const service = yield* support.Service
        const signUp = Password.signUp({ ...rightPassword, verificationCallbackUrl: null })
        const first = yield* start(signUp)
        yield* imports[0]!.fail
        assertNotLoaded(poll(first), false)
        const second = yield* start(signUp)
        yield* imports[1]!.succeed
        assert.strictEqual(errorOf(poll(second)).reason._tag, "UnsupportedGeneration")
        assert.lengthOf(service.requests, 0)
      }),
    { apiGeneration: "2025" }
  )

  test(
    "waits for the code for failures no longer than requestTimeout",
    ({ latchkey: { Password } }) =>
      Effect.gen(function*() {
        const fiber = yield* start(Password.signUp({ ...rightPassword, verificationCallbackUrl: null }))
        yield* TestClock.adjust("10 seconds")
        assertNotLoaded(poll(fiber), false)
      }),
    { apiGeneration: "2025", requestTimeout: "10 seconds" }
  )
})

describe("an invalid option", () => {
  const build = ({ latchkey: { Client, TokenStore } }: Modules) =>
    Effect.scoped(Layer.build(
      Client.layer({ projectId: "p 1" }).pipe(Layer.provide(TokenStore.layerMemory))
    ))

  const assertInvalid = (exit: Exit.Exit<unknown, unknown> | undefined, rule: string) => {
    const error = errorOf(exit)
    assert.strictEqual(error._tag, "InvalidOptions")
    assert.strictEqual(error.message, `The option projectId ${rule}`)
  }

  it.effect("fails with its rule after the code for failures has loaded", () =>
    Effect.gen(function*() {
      const modules = yield* loadOnDemand
      const fiber = yield* start(build(modules))
      assert.isUndefined(poll(fiber))
      yield* modules.imports[0]!.succeed
      assertInvalid(poll(fiber), "must be a UUID, or internal")
      // From now on, the error is synchronous.
      assertInvalid(yield* Effect.exit(build(modules)), "must be a UUID, or internal")
      assert.lengthOf(modules.imports, 1)
    }))

  it.effect("an invalid option fails without its rule if the code for failures cannot be loaded", () =>
    Effect.gen(function*() {
      const modules = yield* loadOnDemand
      const first = yield* start(build(modules))
      yield* modules.imports[0]!.fail
      assertInvalid(poll(first), "is invalid")
      const second = yield* start(build(modules))
      yield* modules.imports[1]!.succeed
      assertInvalid(poll(second), "must be a UUID, or internal")
    }))

  it.effect("fails after 30 seconds if the load does not end", () =>
    Effect.gen(function*() {
      const modules = yield* loadOnDemand
      const fiber = yield* start(build(modules))
      yield* TestClock.adjust(29_999)
      assert.isUndefined(poll(fiber))
      yield* TestClock.adjust(1)
      assertInvalid(poll(fiber), "is invalid")
    }))
})
