import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Session, TokenStore } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { http } from "msw/http"
import { setupServer } from "msw/node"
import { email, failure, signIn, signUp } from "../support.ts"

/** Puts the emulator, with a separate clock, behind every `fetch` to the hosted service. */
const intercept = Effect.gen(function*() {
  const clock = yield* TestClock.make()
  yield* clock.setTime(Date.now())
  const handler = yield* toWebHandler.pipe(Effect.provideService(Clock.Clock, clock))
  const requests: Array<string> = []
  const server = setupServer(
    http.all("https://api.stack-auth.com/*", ({ request }) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return handler(request)
    })
  )
  yield* Effect.acquireRelease(
    Effect.sync(() => server.listen({ onUnhandledFrame: "error" })),
    () => Effect.sync(() => server.close())
  )
  return { clock, requests }
}).pipe(Effect.provide(Emulator.layerWithoutTransport()))

const client = (tokens: Parameters<typeof TokenStore.layerTokens>[0] = {}) =>
  Layer.fresh(Client.layer(Emulator.clientOptions)).pipe(Layer.provide(Layer.fresh(TokenStore.layerTokens(tokens))))

describe("the emulator behind msw", () => {
  it.live("signs up, refuses a wrong password, returns the user, and signs out", () =>
    Effect.gen(function*() {
      const { requests } = yield* intercept
      yield* Effect.gen(function*() {
        const { tokens, userId } = yield* signUp()
        const wrong = yield* failure(signIn(email, Redacted.make("incorrect horse")))
        assert.strictEqual(wrong._tag, "EmailPasswordMismatch")
        const user = yield* CurrentUser.get({ or: "throw" })
        assert.strictEqual(user.id, userId)
        assert.strictEqual(user.primaryEmail, email)

        yield* Session.signOut
        assert.isNull(yield* CurrentUser.get())
        // The session has ended for all holders of its refresh token.
        const other = client({ refreshToken: tokens.refreshToken })
        assert.isNull(yield* Effect.provide(CurrentUser.get(), other))
      }).pipe(Effect.provide(client()))
      assert.deepStrictEqual(requests, [
        "POST /api/v1/auth/password/sign-up",
        "POST /api/v1/auth/password/sign-in",
        "GET /api/v1/users/me",
        "DELETE /api/v1/auth/sessions/current",
        "POST /api/v1/auth/oauth/token"
      ])
    }))

  it.live("refreshes a token that the service reports as expired, and retries", () =>
    Effect.gen(function*() {
      const { clock, requests } = yield* intercept
      yield* Effect.gen(function*() {
        const { tokens, userId } = yield* signUp()
        yield* clock.adjust("11 minutes")
        requests.length = 0
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
        assert.deepStrictEqual(requests, [
          "GET /api/v1/users/me",
          "POST /api/v1/auth/oauth/token",
          "GET /api/v1/users/me"
        ])
        const state = yield* Session.state
        if (state._tag !== "Active") return assert.fail(state._tag)
        assert.notStrictEqual(Redacted.value(state.tokens.accessToken!), Redacted.value(tokens.accessToken!))
      }).pipe(Effect.provide(client()))
    }))

  it.live("refreshes a token that has expired by the device's clock before it is sent", () =>
    Effect.gen(function*() {
      const { clock, requests } = yield* intercept
      yield* clock.adjust("-11 minutes")
      const { tokens, userId } = yield* Effect.provide(signUp(), client())
      yield* clock.adjust("11 minutes")
      requests.length = 0
      const user = yield* Effect.provide(CurrentUser.get({ or: "throw" }), client(tokens))
      assert.strictEqual(user.id, userId)
      assert.deepStrictEqual(requests, ["POST /api/v1/auth/oauth/token", "GET /api/v1/users/me"])
    }))
})
