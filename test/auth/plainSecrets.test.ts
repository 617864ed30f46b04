import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cli, CurrentUser, MagicLink, Password } from "latchkey"
import { email, layer } from "../pages/support.ts"

describe("secrets as plain strings", () => {
  it.effect("a user signs up, changes the password and signs in with strings", () =>
    Effect.gen(function*() {
      const { userId } = yield* Password.signUp({ email, password: "correct horse" })
      yield* Password.update({ oldPassword: "correct horse", newPassword: "battery staple" })
      assert.strictEqual((yield* Password.signIn({ email, password: "battery staple" })).userId, userId)
      const wrong = yield* Effect.flip(Password.signIn({ email, password: "correct horse" }))
      assert.strictEqual(wrong._tag, "EmailPasswordMismatch")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layer())))

  it.effect("checkNew redacts the secrets of a form", () =>
    Effect.gen(function*() {
      const form = yield* Password.checkNew({ email, password: "correct horse", confirmation: "correct horse" })
      assert.strictEqual(Redacted.value(form.password), "correct horse")
      assert.notInclude(JSON.stringify(form), "horse")
      for (const confirmation of ["other", ""]) {
        const error = yield* Effect.flip(Password.checkNew({ password: "correct horse", confirmation }))
        assert.strictEqual(error._tag, "PasswordConfirmationMismatch")
      }
    }))

  it("joinCode and displayCode accept strings", () => {
    const code = MagicLink.joinCode({ otp: "vkd 6je", nonce: "0".repeat(39) })
    assert.strictEqual(Redacted.value(code), `vkd6je${"0".repeat(39)}`)
    assert.strictEqual(Cli.displayCode("abcdef0123"), "ABC-DEF")
  })
})
