import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Table } from "../../../src/emulator/state/Table.ts"
import { runsOf } from "../../support/propertyRuns.ts"

interface Row {
  readonly id: string
  readonly texts: ReadonlyArray<string>
}

const id = fc.constantFrom("a", "b", "c", "__proto__")
const text = fc.constantFrom("x", "y", "z", "__proto__", "constructor")

type Step = { readonly set: Row } | { readonly delete: string } | { readonly clear: true }

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ set: fc.record({ id, texts: fc.array(text, { maxLength: 3 }) }) }), weight: 10 },
  { arbitrary: fc.record({ delete: id }), weight: 5 },
  { arbitrary: fc.record({ clear: fc.constant(true as const) }), weight: 1 }
)

const apply = (table: Table<Row>, steps: ReadonlyArray<Step>): Table<Row> => {
  for (const step of steps) {
    if ("set" in step) table.set(step.set.id, step.set)
    else if ("delete" in step) table.delete(step.delete)
    else table.clear()
  }
  return table
}

const run = (steps: ReadonlyArray<Step>): Table<Row> => apply(new Table<Row>(({ texts }) => texts), steps)

describe("a table", () => {
  it("finds exactly the rows with a key after any operations", () =>
    fc.assert(
      fc.property(fc.array(step), text, (steps, text) => {
        const table = run(steps)
        const expected = [...table.values()].filter(({ texts }) => texts.includes(text))
        assert.sameMembers([...table.findByKey(text)], expected)
      }),
      { numRuns: runsOf(100) }
    ))

  it("finds rows in the order in which they got the key", () => {
    const table = run([
      { set: { id: "a", texts: [] } },
      { set: { id: "b", texts: ["x"] } },
      { set: { id: "a", texts: ["x"] } },
      { set: { id: "b", texts: ["x", "y"] } }
    ])
    assert.deepStrictEqual(table.findByKey("x").map(({ id }) => id), ["b", "a"])
    assert.deepStrictEqual([...table.keys()], ["a", "b"])
  })

  it("can be changed while a result is iterated", () => {
    const table = run(["a", "b", "c"].map((id) => ({ set: { id, texts: ["x"] } })))
    for (const { id } of table.findByKey("x")) table.delete(id)
    assert.strictEqual(table.size, 0)
  })

  it("has copies that find the same rows in the same order, and change independently", () =>
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (steps, later) => {
        const rows = (table: Table<Row>) => [
          [...table],
          ...["x", "y", "z", "__proto__", "constructor"].map((text) => table.findByKey(text))
        ]
        const table = run(steps)
        const before = rows(table)
        const copy = table.copy((row) => ({ ...row }))
        assert.deepStrictEqual(rows(copy), before)
        for (const row of table.values()) assert.notStrictEqual(copy.get(row.id), row)
        apply(table, later)
        assert.deepStrictEqual(rows(copy), before)
        const other = run(steps)
        apply(copy, later)
        apply(other, later)
        assert.deepStrictEqual(rows(copy), rows(other))
      }),
      { numRuns: runsOf(100) }
    ))
})
