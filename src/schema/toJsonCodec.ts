/** Effect `Schema`s for entities as JSON. */
import * as Schema from "effect/Schema"
import { type Codec, getNode } from "../wire/Codec.ts"
import type { Json } from "../wire/Json.ts"
import { type AnySchema, makeInterpreter, type NodeOf } from "./makeSchema.ts"

/** Returns the schema for a codec's values as JSON, with camelCase keys and ISO 8601 dates. */
export const toJsonCodec = <A>(codec: Codec<A>): Schema.Codec<A, Json> => interpret(getNode(codec))

const interpret = /*#__PURE__*/ makeInterpreter((node, interpret) => {
  switch (node.kind) {
    case "value":
      return makeValueSchema(node)
    case "default":
      return interpret(node.codec)
    case "struct":
      return Schema.Struct(Object.fromEntries(node.fields.map(({ codec, name }) => [name, interpret(codec)])))
    case "transform":
      return interpret(node.to)
  }
})

const makeValueSchema = ({ is, name }: NodeOf<"value">): AnySchema =>
  ({
    string: Schema.String,
    boolean: Schema.Boolean,
    // JSON has no other numbers.
    number: Schema.Finite,
    unknown: Schema.Json,
    parsedJson: Schema.Json,
    json: Schema.Json,
    object: Schema.Json.check(Schema.makeFilter(is)),
    date: Schema.DateFromString,
    redacted: Schema.RedactedFromValue(Schema.String)
  })[name]
