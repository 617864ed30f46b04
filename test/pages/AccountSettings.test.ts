import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { signUp } from "../emulator/support.ts"
import { as, email, gone, layer, openAt, pageOf } from "./support.ts"

describe("the page of the account's settings", () => {
  it.effect("has the user, and what the project lets users do", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { project, user } = yield* as("AccountSettings")(openAt(pageOf("account-settings")))
      assert.strictEqual(user.primaryEmail, email)
      assert.isFalse(project.config.passkeyEnabled)
    }).pipe(Effect.provide(layer({ config: { passkeyEnabled: false } }))))

  it.effect("sends whoever is not signed in to the sign-in page, which comes back", () =>
    Effect.gen(function*() {
      const { page } = yield* as("SignInRequired")(openAt(pageOf("account-settings?tab=keys#new")))
      assert.strictEqual(page, "accountSettings")
      assert.deepStrictEqual(yield* gone, [
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent("/handler/account-settings?tab=keys#new")}`
      ])
    }).pipe(Effect.provide(layer())))
})
