/** The program of the playground. `playground.test.ts` tests its server. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run, waitForOutput } from "../support/processes.ts"

describe("the program of the playground", () => {
  it.live("can be built", () =>
    Effect.gen(function*() {
      const building = yield* run(["examples/playground/start.ts", "--check"], {})
      assert.strictEqual(yield* Effect.promise(() => building.ended), 0, building.errors())
      assert.include(building.output(), "The playground builds.")
    }))

  it.live("prints its URL, and ends on a signal", () =>
    Effect.gen(function*() {
      const start = (port: string) => run(["examples/playground/start.ts", "--port", port])
      const first = yield* start("0")
      const port = yield* waitForOutput(first, /on http:\/\/localhost:(\d+)/)
      const second = yield* start(port)
      assert.strictEqual(yield* Effect.promise(() => second.ended), 1)
      assert.include(second.errors(), `The playground cannot listen on port ${port}: `)
      first.child.kill("SIGINT")
      assert.strictEqual(yield* Effect.promise(() => first.ended), 0, first.errors())
    }))
})
