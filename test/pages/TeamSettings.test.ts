import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Teams } from "latchkey"
import { signUp } from "../emulator/support.ts"
import { as, gone, layer, openAt, pageOf } from "./support.ts"

describe("the team settings page", () => {
  it.effect("contains the user with the selected team", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Teams.create({ displayName: "Engines" })
      const { user } = yield* as("TeamSettings")(openAt(pageOf("team-settings")))
      assert.strictEqual(user.selectedTeam?.displayName, "Engines")
    }).pipe(Effect.provide(layer({ config: { clientTeamCreationEnabled: true } }))))

  it.effect("redirects a signed-out visitor to the sign-in page, with a return path", () =>
    Effect.gen(function*() {
      const { page } = yield* as("SignInRequired")(openAt(pageOf("team-settings")))
      assert.strictEqual(page, "teamSettings")
      assert.deepStrictEqual(yield* gone, [
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent("/handler/team-settings")}`
      ])
    }).pipe(Effect.provide(layer())))
})
