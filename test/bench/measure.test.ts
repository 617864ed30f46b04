import { assert, it } from "@effect/vitest"
import { type Cost, measureInTurns, rotate, subtract, summarize } from "./measure.ts"
import { formatSummary, formatTarget } from "./report.ts"

it("a summary has the median and the quartiles of the values in any order", () => {
  assert.deepStrictEqual(summarize([9, 1, 5, 3, 7]), { median: 5, quartiles: [3, 7] })
  assert.deepStrictEqual(summarize([4]), { median: 4, quartiles: [4, 4] })
})

it("a difference of costs is taken round by round", () => {
  const costs: ReadonlyArray<Cost> = [{ processor: 10, wall: 30 }, { processor: 12, wall: 90 }]
  const others: ReadonlyArray<Cost> = [{ processor: 8, wall: 20 }, { processor: 9, wall: 70 }]
  assert.deepStrictEqual(subtract(costs, others), [{ processor: 2, wall: 10 }, { processor: 3, wall: 20 }])
})

it("rotate starts at the index and keeps the cyclic order", () => {
  assert.deepStrictEqual(rotate(["a", "b", "c"], 1), ["b", "c", "a"])
  assert.deepStrictEqual(rotate(["a", "b", "c"], 5), ["c", "a", "b"])
})

it("measured rounds run each variant once, start with another variant, and follow unmeasured rounds", async () => {
  const runs: Array<string> = []
  const makeVariant = (name: string) => async (calls: number) => {
    runs.push(`${name}${calls}`)
  }
  const costs = await measureInTurns({ a: makeVariant("a"), b: makeVariant("b") }, { rounds: 2, calls: 4 })
  assert.deepStrictEqual(runs, ["a4", "b4", "b4", "a4", "a4", "b4", "b4", "a4", "a4", "b4"])
  assert.strictEqual(costs.a.length, 2)
  assert.strictEqual(costs.b.length, 2)
})

it("a result shows its quartiles, and is marked only over its target", () => {
  assert.strictEqual(formatSummary({ median: 5, quartiles: [3.04, 7] }), "5.0 (3.0 … 7.0)")
  assert.strictEqual(formatTarget(20, 20), "target 20")
  assert.strictEqual(formatTarget(20.1, 20), "target 20  ← over")
  assert.strictEqual(formatTarget(20, undefined), "")
})
