import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Password, TokenStore } from "latchkey"
import { answer, inStore, knownError, layerTest, listen, networkError, Service, settle, stored } from "./support.ts"

const signInRoute = "POST /auth/password/sign-in"

const signIn = (password: string) => Password.signIn({ email: "a@b.test", password: Redacted.make(password) })

describe("Password.signIn", () => {
  it.effect("stores and returns the tokens", () =>
    Effect.gen(function*() {
      const states = yield* listen
      const { tokens, userId } = yield* signIn("correct horse")
      assert.strictEqual(userId, "user of password-0")
      assert.deepStrictEqual(yield* inStore, {
        refreshToken: Redacted.value(tokens.refreshToken),
        accessToken: Redacted.value(tokens.accessToken!)
      })
      assert.strictEqual((yield* CurrentUser.get())?.id, userId)
      yield* settle
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["SignedOut", "Active"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("replaces another session", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* signIn("correct horse")
      assert.strictEqual((yield* inStore)?.refreshToken, "password-1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends no tokens of another session", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* signIn("correct horse")
      const [request] = (yield* Service).to(signInRoute)
      assert.notProperty(request!.headers, "x-stack-access-token")
      assert.notProperty(request!.headers, "x-stack-refresh-token")
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns the tokens if the store keeps none", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signIn("correct horse")
      assert.strictEqual(Redacted.value(tokens.refreshToken), "password-0")
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest(TokenStore.layerNone))))

  const refusals = {
    "EmailPasswordMismatch": knownError(400, "EMAIL_PASSWORD_MISMATCH"),
    "PasswordAuthenticationNotEnabled": knownError(400, "PASSWORD_AUTHENTICATION_NOT_ENABLED"),
    "MultiFactorAuthenticationRequired": knownError(400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: "attempt"
    }),
    "RequestSchemaError": knownError(400, "SCHEMA_ERROR", { message: "The address is malformed" }),
    "ApiError": answer(500, "")
  }

  for (const [tag, refusal] of Object.entries({ ...refusals, "ApiError of a dead network": networkError })) {
    it.effect(`Password.signIn: keeps the current session on ${tag}`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        const before = yield* inStore
        const states = yield* listen
        service.script(signInRoute, refusal)
        const error = yield* Effect.flip(signIn("battery staple"))
        assert.strictEqual(error._tag, tag.split(" ")[0])
        yield* settle
        assert.deepStrictEqual(yield* inStore, before)
        assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active"])
        assert.strictEqual(service.to(signInRoute).length, 1)
      }).pipe(Effect.provide(layerTest())))
  }
})
