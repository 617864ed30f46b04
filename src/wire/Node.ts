/** Codec data. */

/** A struct's field. Its name in TypeScript differs from the one on the wire. */
export interface Field {
  readonly name: string
  readonly wireName: string
  readonly codec: Node
}

/** A codec's data, for interpreters. */
export type Node =
  | { readonly kind: "value"; readonly name: ValueName; readonly is: (value: unknown) => boolean }
  | { readonly kind: "literal"; readonly literals: ReadonlyArray<Literal> }
  | {
    readonly kind: "check"
    readonly codec: Node
    // `any`, because the check receives only values that `codec` accepts.
    readonly is: (value: any) => boolean
    /** Completes "is not …" in messages. */
    readonly expected: string | undefined
    readonly pattern: RegExp | undefined
  }
  | { readonly kind: "optional" | "nullOr"; readonly codec: Node }
  | { readonly kind: "default"; readonly codec: Node; readonly value: unknown }
  | { readonly kind: "array"; readonly item: Node }
  // The two have their own converters, which only bundles with such a codec contain.
  | { readonly kind: "record"; readonly item: Node; readonly convert: Converter }
  | { readonly kind: "union"; readonly members: () => ReadonlyArray<Node>; readonly convert: Converter }
  | { readonly kind: "struct"; readonly fields: ReadonlyArray<Field> }
  | {
    readonly kind: "transform"
    /** The JSON. */
    readonly from: Node
    /** The value in the program. */
    readonly to: Node
    // `any`, because the functions receive only values that `from` and `to` accept.
    readonly decode: (value: any) => unknown
    readonly encode: (value: any) => unknown
    /** A JSON string's format. */
    readonly format: "date-time" | "json" | undefined
  }

export type Literal = string | number | boolean

export type ValueName =
  | "string"
  | "boolean"
  | "number"
  | "unknown"
  | "object"
  | "json"
  | "parsedJson"
  | "date"
  | "redacted"

/** Decodes or encodes a value. Returns a `Problem` if a codec does not accept it. */
export type Converter = (
  value: unknown,
  isDecoding: boolean,
  /** Converts a value with another codec. */
  convert: (node: Node, value: unknown, isDecoding: boolean) => unknown
) => unknown
