/** Codec types, and the codecs that every client needs. */
import * as Redacted from "effect/Redacted"
import type * as Types from "effect/Types"
import type { Literal, Node, ValueName } from "./Node.ts"

declare const Type: unique symbol

/** The codec for a value with type `A`. `fromSchema` in `latchkey/schema` creates one from a schema. */
export interface Codec<out A> {
  readonly kind: Node["kind"]
  /** Exists only in the type. */
  readonly [Type]?: A
}

/** The codec for a field that may be missing or `undefined`. */
export interface OptionalCodec<out A> extends Codec<A | undefined> {
  readonly kind: "optional"
}

/** The codec for an object with known fields. */
export interface StructCodec<out A> extends Codec<A> {
  readonly kind: "struct"
}

export type TypeOf<C> = C extends Codec<infer A> ? A : never

// `any`, because a field may have any type; the struct keeps each field's type.
export type Fields = Readonly<Record<string, Codec<any>>>

type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalCodec<unknown> ? K : never }[keyof F]

/** The object that a struct with these fields decodes. */
export type StructType<F> = Types.Simplify<
  & { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]> }
  & { readonly [K in OptionalKeys<F>]?: TypeOf<F[K]> }
>

/** Returns a codec's data. */
// Sound: only `make` creates codecs.
export const getNode = (codec: Codec<unknown>): Node => codec as unknown as Node

/** @internal */
// Sound: each caller names the type that its node describes.
export const make = <A>(node: Node): Codec<A> => node as unknown as Codec<A>

/** @internal */
export const makeValue = <A>(name: ValueName, is: (value: unknown) => boolean) => make<A>({ kind: "value", name, is })

export const string: Codec<string> = /*#__PURE__*/ makeValue("string", (value) => typeof value === "string")

/** Any number. Only error details have it: they are shown, never computed with. */
export const number: Codec<number> = /*#__PURE__*/ makeValue("number", (value) => typeof value === "number")

export const unknown: Codec<unknown> = /*#__PURE__*/ makeValue("unknown", () => true)

// Only `secret` uses it: the JSON, which is a string, checks the text.
const redacted: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ makeValue("redacted", Redacted.isRedacted)

/** Creates the codec for one of several literals. */
export const literal = <const L extends Literal>(...literals: ReadonlyArray<L>): Codec<L> =>
  make({ kind: "literal", literals })

/** Makes a field optional: it may be missing or `undefined`. */
export const optional = <A>(codec: Codec<A>): OptionalCodec<A> =>
  // Sound: the node has this kind.
  make({ kind: "optional", codec: getNode(codec) }) as OptionalCodec<A>

export const nullOr = <A>(codec: Codec<A>): Codec<A | null> => make({ kind: "nullOr", codec: getNode(codec) })

/**
 * Creates the codec for a value that differs from its JSON. `from` describes the JSON, `to` the value.
 * The functions may return a `Problem`.
 */
export const transform = <A, J>(
  from: Codec<J>,
  to: Codec<A>,
  decode: (json: J) => unknown,
  encode: (value: A) => unknown,
  format?: "date-time" | "json"
): Codec<A> => make({ kind: "transform", from: getNode(from), to: getNode(to), decode, encode, format })

/** Codec for a secret: `Redacted` in the program, plain text on the wire. */
export const secret: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ transform(
  string,
  redacted,
  (text) => Redacted.make(text),
  Redacted.value
)
