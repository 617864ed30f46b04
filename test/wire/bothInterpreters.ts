/** Converts values with both interpreters of the codecs: `decode` and `encode`, and the schemas of `toSchema`. */
import { assert } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { toProblem } from "../../src/call/toProblem.ts"
import { toSchema } from "../../src/schema/toSchema.ts"
import type { Codec } from "../../src/wire/Codec.ts"
import { decode, encode, Problem } from "../../src/wire/decode.ts"

type Convert = (codec: Codec<unknown>, value: unknown) => unknown

/** Returns a function that converts with the schema of a codec, and returns a value or a `Problem`. */
const withSchema = (
  make: (schema: Schema.Codec<unknown, unknown>) => (value: unknown) => Exit.Exit<unknown, Schema.SchemaError>
): Convert => {
  const made = new WeakMap<object, (value: unknown) => Exit.Exit<unknown, Schema.SchemaError>>()
  return (codec, value) => {
    const convert = made.get(codec) ?? make(toSchema(codec))
    made.set(codec, convert)
    try {
      const exit = convert(value)
      return Exit.isSuccess(exit) ? exit.value : toProblem(exit)
    } catch {
      return new Problem("is invalid")
    }
  }
}

export const decodeWithSchema = withSchema((schema) => Schema.decodeUnknownExit(schema))
export const encodeWithSchema = withSchema((schema) => Schema.encodeUnknownExit(schema))

/** Returns `true` if two values are the same: secrets, dates, prototypes and the order of keys included. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Redacted.isRedacted(a) || Redacted.isRedacted(b)) {
    return Redacted.isRedacted(a) && Redacted.isRedacted(b) && Object.is(Redacted.value(a), Redacted.value(b))
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime())
  const keys = Reflect.ownKeys(a)
  const others = Reflect.ownKeys(b)
  return keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSame(Reflect.get(a, key), Reflect.get(b, key)))
}

const show = (value: unknown): string =>
  value instanceof Problem ? `problem: ${value.message} (${JSON.stringify(value.path)})` : inspect(value, { depth: 6 })

const assertSame = (codec: Codec<unknown>, value: unknown, shipped: Convert, other: Convert): unknown => {
  const result = shipped(codec, value)
  const expected = other(codec, value)
  if (!isSame(result, expected)) {
    assert.fail(`${show(value)}: the codec returns ${show(result)}, the schema ${show(expected)}`)
  }
  return result
}

/** Asserts that both interpreters decode JSON to the same result, and returns it. */
export const decodeBoth = (codec: Codec<unknown>, json: unknown): unknown =>
  assertSame(codec, json, decode, decodeWithSchema)

/** Asserts that both interpreters encode a value to the same result, and returns it. */
export const encodeBoth = (codec: Codec<unknown>, value: unknown): unknown =>
  assertSame(codec, value, encode, encodeWithSchema)

/** Asserts that both interpreters decode JSON, and encode the value. Returns the value. */
export const roundTripBoth = (codec: Codec<unknown>, json: unknown): unknown => {
  const value = decodeBoth(codec, json)
  const problem = value instanceof Problem ? value : encodeBoth(codec, value)
  if (problem instanceof Problem) assert.fail(`${show(json)}: ${problem.message}`)
  return value
}
