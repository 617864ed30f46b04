import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "../support/processes.ts"

describe("the script without Effect", () => {
  it.live("prints its steps, exits with 0, and prints no secret", () =>
    Effect.gen(function*() {
      const example = yield* run(["--conditions=@latchkey/source", "examples/promise.ts"])
      const code = yield* Effect.promise(() => example.ended)
      assert.deepStrictEqual([code, example.errors()], [0, ""])
      assert.deepStrictEqual(example.output().trimEnd().split("\n"), [
        "Use at least 8 characters.",
        "Welcome, ada@example.com!",
        "You already have an account.",
        "Teams: Analytical Engines",
        "Teams: Difference Engines",
        "Aborted: Error: Too slow",
        "Second factor: InvalidTotpCode",
        "Signed in: true",
        "Users: ada@example.com, Charles, Mary"
      ])
    }).pipe(Effect.scoped), 60_000)
})
