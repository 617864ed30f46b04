import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { RowOrder } from "../../../src/emulator/state/RowOrder.ts"
import { runsOf } from "../../support/propertyRuns.ts"

interface Row {
  readonly id: string
  readonly text: string
}

// More rows than a block has, and texts that share parts.
const id = fc.nat(400).map((number) => `id-${number}`)
const text = fc.oneof(
  fc.constantFrom("", "a", "ab", "abc", "user 1\nabc", "bcd\nab", "é𝒳", "aaa"),
  fc.string({ maxLength: 6 })
)

type Step = { readonly set: Row } | { readonly delete: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ set: fc.record({ id, text }) }), weight: 3 },
  { arbitrary: fc.record({ delete: id }), weight: 1 }
)
const steps = fc.array(step, { size: "+2", maxLength: 600 })

const apply = (order: RowOrder<Row>, model: Map<string, Row>, steps: ReadonlyArray<Step>): void => {
  for (const step of steps) {
    if ("set" in step) {
      order.set(step.set)
      model.set(step.set.id, step.set)
    } else {
      order.delete(step.delete)
      model.delete(step.delete)
    }
  }
}

const make = (rows: Iterable<Row> = []) => new RowOrder<Row>(rows, ({ text }) => text)

describe("RowOrder", () => {
  it("reads the rows of a map in its order, from any row and in both directions, after any changes", () =>
    fc.assert(
      fc.property(steps, steps, id, fc.boolean(), (before, after, from, isReversed) => {
        const model = new Map<string, Row>()
        const order = make()
        apply(order, model, before)
        assert.deepStrictEqual([...order.read()], [...model.values()])
        apply(order, model, after)
        const rows = isReversed ? [...model.values()].reverse() : [...model.values()]
        assert.deepStrictEqual([...order.read({ isReversed })], rows)
        const start = rows.findIndex((row) => row.id === from)
        assert.strictEqual(order.positionOf(from) === undefined, start < 0)
        if (start >= 0) {
          assert.deepStrictEqual([...order.read({ isReversed, from: order.positionOf(from) })], rows.slice(start))
        }
      }),
      { numRuns: runsOf(100) }
    ))

  it("finds exactly the rows that contain a text, after any changes", () =>
    fc.assert(
      fc.property(steps, steps, text, id, fc.boolean(), fc.boolean(), (before, after, text, from, ...flags) => {
        const [isReversed, searchesIds] = flags
        const model = new Map<string, Row>()
        const order = make()
        apply(order, model, before)
        order.prepare()
        apply(order, model, after)
        const rows = isReversed ? [...model.values()].reverse() : [...model.values()]
        const start = rows.findIndex((row) => row.id === from)
        for (const searched of [text, "id-1"]) {
          assert.deepStrictEqual(
            [...order.read({ text: searched, isReversed, searchesIds, from: order.positionOf(from) })],
            rows.slice(Math.max(start, 0)).filter((row) =>
              row.text.includes(searched) || searchesIds && row.id.startsWith(searched)
            )
          )
        }
      }),
      { numRuns: runsOf(100) }
    ))

  it("RowOrder: a copy for other rows finds the same rows, and is independent of the original", () =>
    fc.assert(
      fc.property(steps, steps, text, fc.boolean(), (before, after, text, isPrepared) => {
        const model = new Map<string, Row>()
        const order = make()
        apply(order, model, before)
        if (isPrepared) order.prepare()
        const rows = new Map([...model].map(([id, row]) => [id, { ...row }]))
        const copy = order.copy((id) => rows.get(id)!)
        apply(order, new Map(model), after)
        const found = [...copy.read({ text })]
        assert.deepStrictEqual(found, [...rows.values()].filter((row) => row.text.includes(text)))
        for (const row of found) assert.strictEqual(row, rows.get(row.id))
        apply(copy, rows, after)
        assert.deepStrictEqual([...copy.read()], [...rows.values()])
        assert.deepStrictEqual([...copy.read({ text })], [...rows.values()].filter((row) => row.text.includes(text)))
      }),
      { numRuns: runsOf(100) }
    ))

  it("keeps the order when it removes the holes of many deleted rows", () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, text: `text ${index}` }))
    const order = make(rows)
    for (const { id } of rows) if (Number(id) % 10 !== 0) order.delete(id)
    const left = rows.filter(({ id }) => Number(id) % 10 === 0)
    assert.deepStrictEqual([...order.read()], left)
    assert.isBelow(order.positionOf("4990")!, 2500)
    assert.deepStrictEqual([...order.read({ text: "text 4990", from: order.positionOf("10") })], [left.at(-1)])
    order.set({ id: "5", text: "again" })
    assert.strictEqual([...order.read({ isReversed: true })][0]!.text, "again")
  })
})
