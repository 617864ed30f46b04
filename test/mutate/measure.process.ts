import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { isEquivalent, measure, type Result } from "../../scripts/mutate/measure.ts"
import { scoreOf, summary } from "../../scripts/mutate/report.ts"

const equivalent = {
  file: "src/gate/Gate.ts",
  line: "while (rest > 1) {",
  change: "rest > 1 → rest >= 1",
  reason: "only for this test"
}

const find = (results: ReadonlyArray<Result>, change: string) => {
  const result = results.find(({ fault }) => fault.change === change)
  if (result === undefined) throw new Error(`There is no mutant ${change}: ${results.map(({ fault }) => fault.change)}`)
  return result
}

it("measure: mutants are killed by tests or types, and survive without a test", async () => {
  const work = mkdtempSync(join(tmpdir(), "mutate-"))
  try {
    const results = await measure({
      root: resolve(import.meta.dirname, "fixture"),
      folder: "gate",
      equivalents: [equivalent],
      work,
      include: ["test/**/*.spec.ts"],
      budgetMillis: 1000
    })
    const status = (change: string) => find(results, change).status
    assert.strictEqual(status("people >= capacity → people > capacity"), "killed")
    assert.strictEqual(
      find(results, "people >= capacity → people > capacity").by,
      "test/gate/Gate.spec.ts > isFull: three people fill the room"
    )
    assert.strictEqual(status("3 → 6"), "killed")
    assert.strictEqual(status("rest = Math.floor(rest / 2) → removed"), "hung")
    assert.strictEqual(status("18 → 9"), "survived")
    assert.strictEqual(status("\"closed\" → \"closedx\""), "uncovered")
    assert.strictEqual(
      status("{ kind: age < 18 ? \"child\" : \"adult\", seat } → { kind: age < 18 ? \"child\" : \"adult\" }"),
      "refused"
    )
    assert.isTrue(results.some(({ fault, status }) => isEquivalent(fault, equivalent) && status === "equivalent"))

    const counted = results.filter(({ status }) => status !== "equivalent")
    const left = counted.filter(({ status }) => status === "survived" || status === "uncovered")
    assert.strictEqual(scoreOf(results), 100 * (counted.length - left.length) / counted.length)
    assert.include(summary("gate", results), "src/gate/Gate.ts:13 survived, number")
  } finally {
    rmSync(work, { recursive: true })
  }
})
