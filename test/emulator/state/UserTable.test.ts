import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { UserTable } from "../../../src/emulator/state/UserTable.ts"
import { runsOf } from "../../support/propertyRuns.ts"

interface User {
  readonly id: string
  readonly displayName: string | null
  readonly contactChannels: ReadonlyArray<{ readonly value: string }>
}

// Texts that share parts, and ones that match across two fields only.
const id = fc.nat(40).map((number) => `id-${number}`)
const text = fc.oneof(
  fc.constantFrom("", "a", "AB", "abc", "user 1\nabc", "bcd\nab", "é𝒳", "aaa"),
  fc.string({ maxLength: 6 })
)
const user: fc.Arbitrary<User> = fc.record({
  id,
  displayName: fc.option(text),
  contactChannels: fc.array(fc.record({ value: text }), { maxLength: 2 })
})

type Step = { readonly set: User } | { readonly delete: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ set: user }), weight: 3 },
  { arbitrary: fc.record({ delete: id }), weight: 1 }
)
const steps = fc.array(step, { size: "+2", maxLength: 100 })

const apply = (users: Map<string, User>, steps: ReadonlyArray<Step>): void => {
  for (const step of steps) {
    if ("set" in step) users.set(step.set.id, step.set)
    else users.delete(step.delete)
  }
}

const make = () => new UserTable<User>(() => [])

const contains = ({ contactChannels, displayName }: User, text: string): boolean =>
  [displayName ?? "", ...contactChannels.map(({ value }) => value)].some((value) => value.toLowerCase().includes(text))

describe("UserTable", () => {
  it("reads the users of a map in its order, from any user and in both directions, after any changes", () =>
    fc.assert(
      fc.property(steps, steps, id, fc.boolean(), (before, after, from, isReversed) => {
        const model = new Map<string, User>()
        const users = make()
        apply(users, before)
        apply(model, before)
        assert.deepStrictEqual([...users.read()], [...model.values()])
        apply(users, after)
        apply(model, after)
        const rows = isReversed ? [...model.values()].reverse() : [...model.values()]
        assert.deepStrictEqual([...users.read({ isReversed })], rows)
        const start = rows.findIndex((row) => row.id === from)
        assert.deepStrictEqual([...users.read({ isReversed, from })], rows.slice(Math.max(start, 0)))
      }),
      { numRuns: runsOf(100) }
    ))

  it("finds exactly the users that contain a text, after any changes", () =>
    fc.assert(
      fc.property(steps, steps, text, id, fc.array(id), fc.boolean(), fc.boolean(), (before, after, ...selection) => {
        const [text, from, ids, isReversed, searchesIds] = selection
        const model = new Map<string, User>()
        const users = make()
        apply(users, before)
        apply(model, before)
        assert.deepStrictEqual([...users.read({ text: "" })], [...model.values()])
        apply(users, after)
        apply(model, after)
        const rows = isReversed ? [...model.values()].reverse() : [...model.values()]
        const rest = model.has(from) ? rows.slice(rows.findIndex(({ id }) => id === from)) : rows
        for (const searched of [text.toLowerCase(), "id-1"]) {
          const expected = rest.filter((row) => contains(row, searched) || searchesIds && row.id.startsWith(searched))
          const options = { text: searched, isReversed, searchesIds, from }
          assert.deepStrictEqual([...users.read(options)], expected)
          assert.deepStrictEqual(
            [...users.read({ ...options, ids })],
            expected.filter(({ id }) => ids.includes(id))
          )
        }
      }),
      { numRuns: runsOf(100) }
    ))

  it("has copies that find their own users, and are independent of the original", () =>
    fc.assert(
      fc.property(steps, steps, text, fc.boolean(), (before, after, text, isRead) => {
        const users = make()
        apply(users, before)
        if (isRead) assert.lengthOf([...users.read()], users.size)
        const copies = new Map([...users].map(([id, row]) => [id, { ...row }]))
        const copy = users.copy(({ id }) => copies.get(id)!)
        apply(users, after)
        const searched = text.toLowerCase()
        const found = [...copy.read({ text: searched })]
        assert.deepStrictEqual(found, [...copies.values()].filter((row) => contains(row, searched)))
        for (const row of found) assert.strictEqual(row, copies.get(row.id))
        apply(copy, after)
        apply(copies, after)
        assert.deepStrictEqual([...copy.read()], [...copies.values()])
        assert.deepStrictEqual(
          [...copy.read({ text: searched })],
          [...copies.values()].filter((row) => contains(row, searched))
        )
      }),
      { numRuns: runsOf(100) }
    ))

  it("keeps the order after many users were deleted, and has no users after `clear`", () => {
    const users = make()
    const rows = Array.from({ length: 5000 }, (_, index): User => ({
      id: `${index}`,
      displayName: `text ${index}`,
      contactChannels: []
    }))
    for (const row of rows) users.set(row.id, row)
    for (const { id } of rows) if (Number(id) % 10 !== 0) users.delete(id)
    const left = rows.filter(({ id }) => Number(id) % 10 === 0)
    assert.deepStrictEqual([...users.read()], left)
    assert.deepStrictEqual([...users.read({ text: "text 4990", from: "10" })], [left.at(-1)])
    users.set("5", { ...rows[5]!, displayName: "again" })
    assert.strictEqual([...users.read({ isReversed: true })][0]!.displayName, "again")
    users.clear()
    assert.deepStrictEqual([...users.read()], [])
  })
})
