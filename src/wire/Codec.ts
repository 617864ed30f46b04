/**
 * Descriptions of values and their JSON.
 *
 * A codec is data. Each constructor of this module creates one node, and two interpreters read them: `decode.ts`, which every
 * bundle contains, and `src/schema/toSchema.ts`, which creates Effect `Schema`s for documents, tests and programs.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import type * as Types from "effect/Types"
import { makeRecordConverter, makeUnionConverter } from "./converters.ts"
import { isJson, type Json } from "./isJson.ts"
import { memoize } from "./memoize.ts"
import type { Literal, Node, ValueName } from "./Node.ts"

declare const Type: unique symbol

/**
 * The codec of a value of type `A`. `fromSchema` of `latchkey/schema` creates one from a schema.
 *
 * @category models
 * @since 0.1.0
 */
export interface Codec<out A> {
  readonly kind: Node["kind"]
  /** Exists only in the type. */
  readonly [Type]?: A
}

/**
 * The codec of a field that may be missing or `undefined`.
 *
 * @category models
 * @since 0.1.0
 */
export interface OptionalCodec<out A> extends Codec<A | undefined> {
  readonly kind: "optional"
}

/**
 * The codec of an object with known fields.
 *
 * @category models
 * @since 0.1.0
 */
export interface StructCodec<out A> extends Codec<A> {
  readonly kind: "struct"
}

/** @since 0.1.0 */
export type TypeOf<C> = C extends Codec<infer A> ? A : never

// `any`, because a field may have any type; the struct keeps the type of each field.
/** @since 0.1.0 */
export type Fields = Readonly<Record<string, Codec<any>>>

type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalCodec<unknown> ? K : never }[keyof F]

/**
 * The object that a struct of these fields decodes.
 *
 * @category type-level
 * @since 0.1.0
 */
export type StructType<F> = Types.Simplify<
  & { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]> }
  & { readonly [K in OptionalKeys<F>]?: TypeOf<F[K]> }
>

/**
 * Returns the data of a codec.
 *
 * @category getters
 * @since 0.1.0
 */
// Sound: only `make` creates codecs.
export const getNode = (codec: Codec<unknown>): Node => codec as unknown as Node

// Sound: each caller names the type that its node describes.
const make = <A>(node: Node): Codec<A> => node as unknown as Codec<A>

const makeValue = <A>(name: ValueName, is: (value: unknown) => boolean) => make<A>({ kind: "value", name, is })

/** @since 0.1.0 */
export const string: Codec<string> = /*#__PURE__*/ makeValue("string", (value) => typeof value === "string")

/** @since 0.1.0 */
export const boolean: Codec<boolean> = /*#__PURE__*/ makeValue("boolean", (value) => typeof value === "boolean")

/**
 * Any number. Only details of errors have it: they are shown, never computed with.
 *
 * @category codecs
 * @since 0.1.0
 */
export const number: Codec<number> = /*#__PURE__*/ makeValue("number", (value) => typeof value === "number")

/** @since 0.1.0 */
export const unknown: Codec<unknown> = /*#__PURE__*/ makeValue("unknown", () => true)

/**
 * Any object, array or function.
 *
 * @category codecs
 * @since 0.1.0
 */
export const object: Codec<object> = /*#__PURE__*/ makeValue(
  "object",
  (value) => typeof value === "object" && value !== null || typeof value === "function"
)

/**
 * Any value that JSON can represent.
 *
 * @category codecs
 * @since 0.1.0
 */
export const jsonValue: Codec<Json> = /*#__PURE__*/ makeValue("json", isJson)

/**
 * Any value. It comes from `JSON.parse`, so it is not checked again.
 *
 * @category codecs
 * @since 0.1.0
 */
export const parsedJson: Codec<Json> = /*#__PURE__*/ makeValue("parsedJson", () => true)

const date: Codec<Date> = /*#__PURE__*/ makeValue(
  "date",
  (value) => value instanceof Date && !Number.isNaN(value.getTime())
)

// Only `secret` uses it: the JSON, which is a string, checks the text.
const redacted: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ makeValue("redacted", Redacted.isRedacted)

/**
 * Creates the codec of one of several literals.
 *
 * @category codecs
 * @since 0.1.0
 */
export const literal = <const L extends Literal>(...literals: ReadonlyArray<L>): Codec<L> =>
  make({ kind: "literal", literals })

/**
 * Adds a check to the codec of a value that is the same in JSON. `expected` completes "is not …" in messages.
 *
 * @category codecs
 * @since 0.1.0
 */
export const check = <A>(codec: Codec<A>, is: (value: A) => boolean, expected?: string, pattern?: RegExp): Codec<A> =>
  make({ kind: "check", codec: getNode(codec), is, expected, pattern })

/**
 * Creates the codec of a string that matches a pattern. `expected` completes "is not …" in messages.
 *
 * @category codecs
 * @since 0.1.0
 */
export const pattern = (regExp: RegExp, expected: string): Codec<string> =>
  check(string, (text) => regExp.test(text), expected, regExp)

/** @since 0.1.0 */
export const finite: Codec<number> = /*#__PURE__*/ check(number, (value) => Number.isFinite(value), "a finite number")

/** @since 0.1.0 */
export const integer: Codec<number> = /*#__PURE__*/ check(
  number,
  (value) => Number.isSafeInteger(value),
  "an integer"
)

/** @since 0.1.0 */
export const positive: Codec<number> = /*#__PURE__*/ check(finite, (value) => value > 0, "a value greater than 0")

/**
 * Makes a field optional: it may be missing or `undefined`.
 *
 * @category codecs
 * @since 0.1.0
 */
export const optional = <A>(codec: Codec<A>): OptionalCodec<A> =>
  // Sound: the node has this kind.
  make({ kind: "optional", codec: getNode(codec) }) as OptionalCodec<A>

/**
 * Sets the value of a field for responses that do not contain it.
 *
 * @category codecs
 * @since 0.1.0
 */
export const withDefault = <A>(codec: Codec<A>, value: A): Codec<A> =>
  make({ kind: "default", codec: getNode(codec), value })

/** @since 0.1.0 */
export const nullOr = <A>(codec: Codec<A>): Codec<A | null> => make({ kind: "nullOr", codec: getNode(codec) })

/** @since 0.1.0 */
export const array = <A>(item: Codec<A>): Codec<ReadonlyArray<A>> => make({ kind: "array", item: getNode(item) })

/** @since 0.1.0 */
export const record = <A>(item: Codec<A>): Codec<{ readonly [key: string]: A }> => {
  const node = getNode(item)
  return make({ kind: "record", item: node, convert: makeRecordConverter(node) })
}

/**
 * Creates the codec of one of several types. A struct is tried only if its fields with a single literal match the value.
 *
 * @category codecs
 * @since 0.1.0
 */
export const union = <const M extends ReadonlyArray<Codec<unknown>>>(members: () => M): Codec<TypeOf<M[number]>> => {
  const nodes = memoize(() => members().map(getNode))
  return make({ kind: "union", members: nodes, convert: makeUnionConverter(nodes) })
}

/**
 * Creates the codec of a value that differs from its JSON. `from` describes the JSON, `to` the value.
 * The functions may return a `Problem`.
 *
 * @category codecs
 * @since 0.1.0
 */
export const transform = <A, J>(
  from: Codec<J>,
  to: Codec<A>,
  decode: (json: J) => unknown,
  encode: (value: A) => unknown,
  format?: "date-time" | "json"
): Codec<A> => make({ kind: "transform", from: getNode(from), to: getNode(to), decode, encode, format })

/**
 * Codec of a time: a `Date` in the program, Unix time in milliseconds on the wire.
 *
 * @category codecs
 * @since 0.1.0
 */
export const dateFromMillis: Codec<Date> = /*#__PURE__*/ transform(
  integer,
  date,
  (millis) => new Date(millis),
  (time) => time.getTime()
)

/**
 * Codec of a time: a `Date` in the program, a string in the format of RFC 3339 on the wire.
 *
 * @category codecs
 * @since 0.1.0
 */
export const dateFromString: Codec<Date> = /*#__PURE__*/ transform(
  string,
  date,
  (text) => new Date(text),
  (time) => time.toISOString(),
  "date-time"
)

/**
 * Codec of a number in a query, where it is a string.
 *
 * @category codecs
 * @since 0.1.0
 */
export const finiteFromString: Codec<number> = /*#__PURE__*/ transform(string, finite, Number, String)

/**
 * Codec of a boolean in a query, where it is `"true"` or `"false"`.
 *
 * @category codecs
 * @since 0.1.0
 */
export const booleanFromString: Codec<boolean> = /*#__PURE__*/ transform(
  /*#__PURE__*/ literal("true", "false"),
  boolean,
  (text) => text === "true",
  String
)

/**
 * Codec of a secret: `Redacted` in the program, plain text on the wire.
 *
 * @category codecs
 * @since 0.1.0
 */
export const secret: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ transform(
  string,
  redacted,
  (text) => Redacted.make(text),
  Redacted.value
)

/** @since 0.1.0 */
export type { Field, Literal, Node, ValueName } from "./Node.ts"
