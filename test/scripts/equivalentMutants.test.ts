import { assert, describe, it } from "@effect/vitest"
import { findOutdated } from "../../scripts/checks/equivalentMutants.ts"
import { makeFiles } from "./support.ts"

const files = makeFiles({ "src/a.ts": "const a = () => {\n  const found = 1\n}\n" })
const entry = { change: "1 → 2", reason: "it is not used" }

describe("equivalent mutants", () => {
  it("an entry whose line exists is accepted, with any indentation", () => {
    assert.deepStrictEqual(findOutdated(files, [{ ...entry, file: "src/a.ts", line: "const found = 1" }]), [])
  })

  it("a part of a line, an earlier line and a missing file are reported", () => {
    const outdated = [
      { ...entry, file: "src/a.ts", line: "found = 1" },
      { ...entry, file: "src/a.ts", line: "const removed = 1" },
      { ...entry, file: "src/b.ts", line: "const found = 1" }
    ]
    const problems = findOutdated(files, outdated)
    assert.lengthOf(problems, 3)
    assert.isTrue(problems.every(({ path }) => path === "scripts/mutate/equivalents.ts"))
    assert.include(problems[1]?.message, "src/a.ts has no line `const removed = 1`")
  })
})
