import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { signUp } from "../emulator/support.ts"
import { as, email, gone, layer, openAt, pageOf } from "./support.ts"

describe("the account settings page", () => {
  it.effect("contains the user, and the features that the project enables", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { project, user } = yield* as("AccountSettings")(openAt(pageOf("account-settings")))
      assert.strictEqual(user.primaryEmail, email)
      assert.isFalse(project.config.passkeyEnabled)
    }).pipe(Effect.provide(layer({ config: { passkeyEnabled: false } }))))

  it.effect("redirects a signed-out visitor to the sign-in page, with a return path", () =>
    Effect.gen(function*() {
      const { page } = yield* as("SignInRequired")(openAt(pageOf("account-settings?tab=keys#new")))
      assert.strictEqual(page, "accountSettings")
      assert.deepStrictEqual(yield* gone, [
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent("/handler/account-settings?tab=keys#new")}`
      ])
    }).pipe(Effect.provide(layer())))
})
