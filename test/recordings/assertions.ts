/** Assertions for hundreds of thousands of values. Those of chai take microseconds each, even if they hold. */
import { assert } from "@effect/vitest"
import { isDeepStrictEqual } from "node:util"

/** Fails with a message unless a condition is `true`. */
export function assertTrue(condition: boolean, message: string): asserts condition {
  if (!condition) assert.fail(message)
}

/** Fails unless two values are identical. */
export const assertIdentical = (actual: unknown, expected: unknown, message: string): void => {
  if (actual !== expected) assert.strictEqual(actual, expected, message)
}

/** Fails unless two values are deeply equal. */
export const assertEqual = (actual: unknown, expected: unknown, message: string): void => {
  if (!isDeepStrictEqual(actual, expected)) assert.deepStrictEqual(actual, expected, message)
}
