/** Checks all rows of a table in one test, and reports every mismatch in one message. */
import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"

/** The maximum number of mismatches that a message lists. It counts the others. */
const maxListed = 20

/** Fails if there are mismatches, with a message that lists the first ones and counts the others. */
export const assertNoMismatches = (mismatches: ReadonlyArray<string>): void => {
  if (mismatches.length === 0) return
  const lines = mismatches.slice(0, maxListed).map((mismatch) => `- ${mismatch.replaceAll("\n", "\n  ")}`)
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

const toSlashes = (path: string): string => path.replaceAll("\\", "/")

const pathOf = (file: string): string => toSlashes(fileURLToPath(new URL(file, import.meta.url)))

const root = pathOf("../../")
const self = pathOf("mismatches.ts")

/** Returns the places in an error's stack, as paths in the repository. Skips packages and this module. */
const placesOf = ({ stack = "" }: Error): ReadonlyArray<string> =>
  stack.split("\n").map(toSlashes).flatMap((line) => {
    const at = line.indexOf(root)
    return !/^\s*at /.test(line) || at < 0 || line.includes("/node_modules/") || line.includes(self)
      ? []
      : [`at ${line.slice(at + root.length).replace(/\)$/, "")}`]
  })

/** Describes a failed assertion: its place, its cause, and the values that its message abbreviates. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return shorten(inspect(error))
  const lines = [shorten(error.message)]
  if ("showDiff" in error && error.showDiff === true && "actual" in error && "expected" in error) {
    lines.push(`expected: ${shorten(inspect(error.expected, { depth: 6 }))}`)
    lines.push(`received: ${shorten(inspect(error.actual, { depth: 6 }))}`)
  }
  // fast-check fails with a cause, which has the place of the assertion.
  if (error.cause !== undefined) lines.push(`cause: ${describeFailure(error.cause)}`)
  else lines.push(...placesOf(error).slice(0, error.name === "AssertionError" ? 1 : 5))
  return lines.join("\n")
}

/** Runs assertions for every row, and fails with all mismatches. `check` must be synchronous. */
export const checkRows = <A>(rows: Iterable<A>, nameOf: (row: A) => string, check: (row: A) => void): void => {
  const mismatches: Array<string> = []
  let count = 0
  for (const row of rows) {
    count++
    let result: unknown
    try {
      result = check(row)
    } catch (error) {
      mismatches.push(`${nameOf(row)}: ${describeFailure(error)}`)
    }
    if (result instanceof Promise || Effect.isEffect(result)) {
      const kind = result instanceof Promise ? "a promise" : "an effect"
      throw new Error(
        `The check of ${nameOf(row)} returned ${kind}. checkRows runs only synchronous checks: use checkRowsEffect.`
      )
    }
  }
  assert.isAbove(count, 0, "The table has no rows")
  assertNoMismatches(mismatches)
}

/** Runs assertions with effects for every row, each with its own clock and scope, and fails with all mismatches. */
export const checkRowsEffect = <A, E, R>(
  rows: Iterable<A>,
  nameOf: (row: A) => string,
  check: (row: A) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, Exclude<R, Scope.Scope>> =>
  Effect.gen(function*() {
    const mismatches: Array<string> = []
    let count = 0
    for (const row of rows) {
      count++
      const exit = yield* Effect.suspend(() => check(row)).pipe(
        Effect.scoped,
        Effect.provide(TestClock.layer()),
        Effect.exit
      )
      if (Exit.isFailure(exit)) mismatches.push(`${nameOf(row)}: ${describeFailure(Cause.squash(exit.cause))}`)
    }
    assert.isAbove(count, 0, "The table has no rows")
    assertNoMismatches(mismatches)
  })
