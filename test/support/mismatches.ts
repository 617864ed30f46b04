/** Checks all rows of a table in one test, and reports every mismatch in one message. */
import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { inspect } from "node:util"

/** The number of mismatches that a message lists in full. */
const listed = 20

/** Fails if there are mismatches, with a message that lists the first ones and counts the others. */
export const assertNoMismatches = (mismatches: ReadonlyArray<string>): void => {
  if (mismatches.length === 0) return
  const lines = mismatches.slice(0, listed).map((mismatch) => `- ${mismatch.replaceAll("\n", "\n  ")}`)
  const others = mismatches.length - lines.length
  assert.fail(
    [
      `${mismatches.length} ${mismatches.length === 1 ? "mismatch" : "mismatches"}:`,
      ...lines,
      ...others > 0 ? [`- and ${others} others`] : []
    ].join("\n")
  )
}

const shorten = (text: string): string => text.length > 2000 ? `${text.slice(0, 2000)}…` : text

/** Describes a failed assertion, with the values that its message abbreviates, and its cause. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return shorten(inspect(error))
  const lines = [shorten(error.message)]
  if ("showDiff" in error && error.showDiff === true && "actual" in error && "expected" in error) {
    lines.push(`expected: ${shorten(inspect(error.expected, { depth: 6 }))}`)
    lines.push(`received: ${shorten(inspect(error.actual, { depth: 6 }))}`)
  }
  // The stack of an assertion shows only its place in the test of the table. fast-check fails with a cause.
  if (error.cause !== undefined) lines.push(`cause: ${describeFailure(error.cause)}`)
  else if (error.name !== "AssertionError") lines.push(...String(error.stack).split("\n").slice(1, 6))
  return lines.join("\n")
}

/** Runs assertions for every row, and fails with all mismatches. */
export const checkRows = <A>(rows: Iterable<A>, nameOf: (row: A) => string, check: (row: A) => void): void => {
  const mismatches: Array<string> = []
  let count = 0
  for (const row of rows) {
    count++
    try {
      check(row)
    } catch (error) {
      mismatches.push(`${nameOf(row)}: ${describeFailure(error)}`)
    }
  }
  assert.isAbove(count, 0, "The table has no rows")
  assertNoMismatches(mismatches)
}

/** Runs assertions with effects for every row, each with a clock of its own, and fails with all mismatches. */
export const checkRowsEffect = <A, E, R>(
  rows: Iterable<A>,
  nameOf: (row: A) => string,
  check: (row: A) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> =>
  Effect.gen(function*() {
    const mismatches: Array<string> = []
    let count = 0
    for (const row of rows) {
      count++
      const exit = yield* Effect.exit(Effect.suspend(() => check(row)).pipe(Effect.provide(TestClock.layer())))
      if (Exit.isFailure(exit)) mismatches.push(`${nameOf(row)}: ${describeFailure(Cause.squash(exit.cause))}`)
    }
    assert.isAbove(count, 0, "The table has no rows")
    assertNoMismatches(mismatches)
  })
