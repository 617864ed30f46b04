import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, Session, Transport, TransportFailure } from "latchkey"
import { device, on, signUp } from "../emulator/support.ts"
import { as, gone, layer, openAt, pageOf, requested, watched, whoIsSignedIn } from "./support.ts"

const signOut = as("SignedOut")(openAt(pageOf("sign-out")))

const offline = Effect.provideService(
  Transport,
  () => Effect.fail(new TransportFailure({ message: "Offline", tooLarge: false }))
)

describe("the sign-out page", () => {
  it.effect("signs out, revokes the session, and redirects to the page after sign-out", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      assert.deepStrictEqual(yield* signOut, { _tag: "SignedOut", revocationError: undefined })
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* gone, ["/bye"])
      const { refreshToken } = tokens
      assert.strictEqual(yield* whoIsSignedIn.pipe(on(yield* device({ refreshToken }))), undefined)
    }).pipe(Effect.provide(layer({ urls: { afterSignOut: "/bye" } }))))

  it.effect("signs out and continues if the revocation fails, and reports it", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const page = yield* Effect.forkChild(offline(signOut))
      yield* TestClock.adjust("1 minute")
      const { revocationError } = yield* Fiber.join(page)
      assert.strictEqual(revocationError?.reason._tag, "NetworkFailure")
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      assert.deepStrictEqual(yield* gone, ["/"])
      assert.notInclude(JSON.stringify(revocationError), Redacted.value(tokens.refreshToken))
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-out page that unmounts early revokes the session, as in React's strict mode", () =>
    Effect.gen(function*() {
      const { tokens: { refreshToken } } = yield* signUp()
      const transport = yield* Transport
      const slow: Transport = (request) => Effect.delay(transport(request), "1 second")
      const away = yield* Effect.forkChild(Effect.provideService(signOut, Transport, slow), { startImmediately: true })
      yield* Fiber.interrupt(away)
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      assert.deepStrictEqual(yield* gone, [])
      assert.deepStrictEqual(yield* signOut, { _tag: "SignedOut", revocationError: undefined })
      assert.deepStrictEqual(yield* gone, ["/"])
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* whoIsSignedIn.pipe(on(yield* device({ refreshToken }))), undefined)
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-out page that unmounts early still redirects, as in an app that removes pages after sign-out", () =>
    Effect.gen(function*() {
      yield* signUp()
      const transport = yield* Transport
      const slow: Transport = (request) => Effect.delay(transport(request), "1 second")
      const away = yield* Effect.forkChild(Effect.provideService(signOut, Transport, slow), { startImmediately: true })
      yield* Fiber.interrupt(away)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("signs an anonymous user out", () =>
    Effect.gen(function*() {
      yield* Anonymous.signUp
      yield* signOut
      assert.strictEqual(yield* whoIsSignedIn, undefined)
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("can be opened twice, and while signed out", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Effect.all([signOut, signOut], { concurrency: 2 })
      yield* signOut
      assert.deepStrictEqual((yield* requested).filter((request) => request.startsWith("DELETE")), [
        "DELETE /auth/sessions/current"
      ])
    }).pipe(watched, Effect.provide(layer())))
})
