import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "../support/processes.ts"

describe("the webhooks program", () => {
  it.live("prints the events that it receives, and exits with 0", () =>
    Effect.gen(function*() {
      const program = yield* run(["--conditions=@latchkey/source", "examples/webhooks.ts"])
      assert.strictEqual(yield* Effect.promise(() => program.ended), 0)
      assert.strictEqual(program.errors(), "")
      assert.deepStrictEqual(program.output().trim().split("\n"), [
        "Event: ada@example.com signed up",
        "Event: a user with 0 teams was deleted",
        "A message without a signature: 400",
        "user.created: delivered after 1 attempt",
        "user.deleted: delivered after 1 attempt"
      ])
    }))
})
