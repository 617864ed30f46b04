import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { assertNoMismatches, checkRows, checkRowsEffect } from "./mismatches.ts"

/** Returns the message with which a function fails, with numbers instead of lines and columns. */
const messageOf = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    return mask(error)
  }
  return assert.fail("The function did not fail")
}

const mask = (error: unknown): string => String(error).replaceAll(/(?<=\.ts):\d+:\d+/g, ":1:1")

const nameOf = (row: number) => `row ${row}`

const isEven = (row: number) => assert.strictEqual(row % 2, 0)

const oddRows = `AssertionError: 2 mismatches:
- row 1: expected 1 to equal +0
  expected: 0
  received: 1
  at test/support/mismatches.test.ts:1:1
- row 3: expected 1 to equal +0
  expected: 0
  received: 1
  at test/support/mismatches.test.ts:1:1`

describe("assertNoMismatches", () => {
  it("lists 20 mismatches, and counts the others", () => {
    const message = messageOf(() => assertNoMismatches(Array.from({ length: 23 }, (_, index) => `${index}`)))
    assert.include(message, "23 mismatches:\n- 0\n")
    assert.isTrue(message.endsWith("\n- 19\n- and 3 others"), message)
  })
})

describe("checkRows", () => {
  it("reports every row that fails, with the place of the assertion", () => {
    assert.strictEqual(messageOf(() => checkRows([1, 2, 3, 4], nameOf, isEven)), oddRows)
  })

  it("reports the place in the test and its helpers if a row fails without an assertion", () => {
    const message = messageOf(() =>
      checkRows([1], nameOf, () => {
        throw new TypeError("No function")
      })
    )
    assert.match(message, /- row 1: No function\n(?: {2}at test\/support\/mismatches\.test\.ts:1:1\n?){2,}$/)
  })

  it("reports the place of the assertion in a property of fast-check", () => {
    const message = messageOf(() =>
      checkRows([1], nameOf, (row) => fc.assert(fc.property(fc.constant(row), isEven), { numRuns: 1 }))
    )
    assert.match(message, /cause: expected 1 to equal \+0\n[^]*\n {2}at test\/support\/mismatches\.test\.ts:1:1$/)
  })

  it("fails if a check returns a promise or an effect", () => {
    assert.strictEqual(
      messageOf(() => checkRows([1], nameOf, () => Promise.resolve())),
      "Error: The check of row 1 returned a promise. checkRows runs only synchronous checks: use checkRowsEffect."
    )
    assert.strictEqual(
      messageOf(() => checkRows([1], nameOf, () => Effect.void)),
      "Error: The check of row 1 returned an effect. checkRows runs only synchronous checks: use checkRowsEffect."
    )
  })

  it("fails without rows", () => {
    assert.include(messageOf(() => checkRows([], nameOf, isEven)), "The table has no rows")
  })
})

describe("checkRowsEffect", () => {
  const reportOf = <E, R>(check: (row: number) => Effect.Effect<unknown, E, R>) =>
    checkRowsEffect([1, 2, 3, 4], nameOf, check).pipe(
      Effect.sandbox,
      Effect.flip,
      Effect.map((cause) => mask(Cause.squash(cause)))
    )

  it.effect("reports every row that fails, with the place of the assertion", () =>
    Effect.map(reportOf((row) => Effect.sync(() => isEven(row))), (message) => assert.strictEqual(message, oddRows)))

  it.effect("gives each row its own clock and scope", () =>
    Effect.gen(function*() {
      const events: Array<string> = []
      yield* checkRowsEffect([1, 2], nameOf, (row) =>
        Effect.gen(function*() {
          yield* Effect.addFinalizer(() => Effect.sync(() => events.push(`closed ${row}`)))
          events.push(`${row} at ${yield* Clock.currentTimeMillis}`)
          yield* TestClock.adjust("1 second")
        }))
      assert.deepStrictEqual(events, ["1 at 0", "closed 1", "2 at 0", "closed 2"])
    }))
})
