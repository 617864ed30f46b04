/** Case 28: what disposed clients leave. `lives.memory.ts` measures the heap. */
import { assert, describe, it } from "@effect/vitest"
import { setImmediate } from "node:timers/promises"
import { makeLives } from "./makeLives.ts"

describe("case 28: clients used with a cache, and disposed", () => {
  it("leave no fiber and no listener at any level and over any store", async () => {
    const { countFibers, countListeners, kinds, run } = makeLives()
    assert.deepStrictEqual(Object.keys(kinds), ["memory", "cookies", "storage", "request", "server", "admin"])
    for (const [kind, life] of Object.entries(kinds)) {
      for (let count = 0; count < 12; count++) await run(life)
      // Interrupted fibers end.
      for (let turn = 0; turn < 2; turn++) await setImmediate()
      assert.deepStrictEqual([countFibers(), countListeners()], [0, 0], kind)
    }
  })

  it("an unreleased subscription is detected for each client", async () => {
    const { countListeners, kinds, run } = makeLives(true)
    for (let count = 0; count < 12; count++) await run(kinds["storage"]!)
    assert.strictEqual(countListeners(), 12)
  })
})
