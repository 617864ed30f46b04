// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { signUp } from "../../emulator/support.ts"
import { layer, pageOf } from "../../pages/support.ts"
import { faults, heading, showAt, text } from "./support.tsx"

describe("the account's settings", () => {
  it.effect("show", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(pageOf("account-settings"))
      yield* heading("Your account")
      yield* text("Sessions")
      yield* text(/this one/)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))
})
