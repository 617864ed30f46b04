import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Table } from "../../src/emulator/Table.ts"

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

const run = (steps: ReadonlyArray<Step>): Table<Row> => {
  const table = new Table<Row>(({ texts }) => texts)
  for (const step of steps) {
    if ("set" in step) table.set(step.set.id, step.set)
    else if ("delete" in step) table.delete(step.delete)
    else table.clear()
  }
  return table
}

describe("a table", () => {
  it("finds by a text exactly the rows that have it, whatever was done before", () =>
    fc.assert(fc.property(fc.array(step), text, (steps, text) => {
      const table = run(steps)
      const expected = [...table.values()].filter(({ texts }) => texts.includes(text))
      assert.sameMembers([...table.by(text)], expected)
    })))

  it("finds rows in the order in which they got the text", () => {
    const table = run([
      { set: { id: "a", texts: [] } },
      { set: { id: "b", texts: ["x"] } },
      { set: { id: "a", texts: ["x"] } },
      { set: { id: "b", texts: ["x", "y"] } }
    ])
    assert.deepStrictEqual(table.by("x").map(({ id }) => id), ["b", "a"])
    assert.deepStrictEqual([...table.keys()], ["a", "b"])
  })

  it("may be changed while what was found is walked", () => {
    const table = run(["a", "b", "c"].map((id) => ({ set: { id, texts: ["x"] } })))
    for (const { id } of table.by("x")) table.delete(id)
    assert.strictEqual(table.size, 0)
  })
})
