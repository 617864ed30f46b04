/** The codecs for entities. Bundles have them with the calls that need them. */
import { makeRecordConverter, makeUnionConverter } from "./converters.ts"
import { type Codec, getNode, literal, make, makeValue, number, string, transform, type TypeOf } from "./coreCodecs.ts"
import { isJson, type Json } from "./isJson.ts"
import { memoize } from "./memoize.ts"

export const boolean: Codec<boolean> = /*#__PURE__*/ makeValue("boolean", (value) => typeof value === "boolean")

/** Any object, array or function. */
export const object: Codec<object> = /*#__PURE__*/ makeValue(
  "object",
  (value) => typeof value === "object" && value !== null || typeof value === "function"
)

/** Any value that JSON can represent. */
export const jsonValue: Codec<Json> = /*#__PURE__*/ makeValue("json", isJson)

/** Any value. It comes from `JSON.parse`, so it is not checked again. */
export const parsedJson: Codec<Json> = /*#__PURE__*/ makeValue("parsedJson", () => true)

const date: Codec<Date> = /*#__PURE__*/ makeValue(
  "date",
  (value) => value instanceof Date && !Number.isNaN(value.getTime())
)

/** Adds a check to the codec for a value that is the same in JSON. `expected` completes "is not …" in messages. */
export const check = <A>(codec: Codec<A>, is: (value: A) => boolean, expected?: string, pattern?: RegExp): Codec<A> =>
  make({ kind: "check", codec: getNode(codec), is, expected, pattern })

/** Creates the codec for a string that matches a pattern. `expected` completes "is not …" in messages. */
export const pattern = (regExp: RegExp, expected: string): Codec<string> =>
  check(string, (text) => regExp.test(text), expected, regExp)

export const finite: Codec<number> = /*#__PURE__*/ check(number, (value) => Number.isFinite(value), "a finite number")

export const integer: Codec<number> = /*#__PURE__*/ check(
  number,
  (value) => Number.isSafeInteger(value),
  "an integer"
)

export const positive: Codec<number> = /*#__PURE__*/ check(finite, (value) => value > 0, "a value greater than 0")

/** Sets a field's value for responses that do not contain it. */
export const withDefault = <A>(codec: Codec<A>, value: A): Codec<A> =>
  make({ kind: "default", codec: getNode(codec), value })

export const array = <A>(item: Codec<A>): Codec<ReadonlyArray<A>> => make({ kind: "array", item: getNode(item) })

export const record = <A>(item: Codec<A>): Codec<{ readonly [key: string]: A }> => {
  const node = getNode(item)
  return make({ kind: "record", item: node, convert: makeRecordConverter(node) })
}

/**
 * Creates the codec for one of several types. A struct is tried only if its fields with a single literal match the value.
 */
export const union = <const M extends ReadonlyArray<Codec<unknown>>>(members: () => M): Codec<TypeOf<M[number]>> => {
  const nodes = memoize(() => members().map(getNode))
  return make({ kind: "union", members: nodes, convert: makeUnionConverter(nodes) })
}

/** Codec for a time: a `Date` in the program, Unix time in milliseconds on the wire. */
export const dateFromMillis: Codec<Date> = /*#__PURE__*/ transform(
  integer,
  date,
  (millis) => new Date(millis),
  (time) => time.getTime()
)

/** Codec for a time: a `Date` in the program, a string in the RFC 3339 format on the wire. */
export const dateFromString: Codec<Date> = /*#__PURE__*/ transform(
  string,
  date,
  (text) => new Date(text),
  (time) => time.toISOString(),
  "date-time"
)

/** Codec for a number in a query, where it is a string. */
export const finiteFromString: Codec<number> = /*#__PURE__*/ transform(string, finite, Number, String)

/** Codec for a boolean in a query, where it is `"true"` or `"false"`. */
export const booleanFromString: Codec<boolean> = /*#__PURE__*/ transform(
  /*#__PURE__*/ literal("true", "false"),
  boolean,
  (text) => text === "true",
  String
)
