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

const makeValueSchema = ({ is, name }: NodeOf<"value">): AnySchema => {
  switch (name) {
    case "string":
      return Schema.String
    case "boolean":
      return Schema.Boolean
    case "number":
      // JSON has no other numbers.
      return Schema.Finite
    case "unknown":
    case "parsedJson":
    case "json":
      return Schema.Json
    case "object":
      return Schema.Json.check(Schema.makeFilter(is))
    case "date":
      return Schema.DateFromString
    case "redacted":
      return Schema.RedactedFromValue(Schema.String)
  }
}
