/** Effect `Schema`s for entities as JSON. */
import * as Schema from "effect/Schema"
import { type Codec, getNode, type Node } from "../wire/Codec.ts"
import type { Json } from "../wire/Json.ts"
import { type AnySchema, makeInterpreter, type NodeOf } from "./makeSchema.ts"

/** The nodes of the schemas that `toJsonCodec` has returned. */
const nodes = /*#__PURE__*/ new WeakMap<object, Node>()

/** Returns the schema for a codec's values as JSON, with camelCase keys and ISO 8601 dates. */
export const toJsonCodec = <A>(codec: Codec<A>): Schema.Codec<A, Json> => {
  const node = getNode(codec)
  const schema = interpret(node)
  nodes.set(schema, node)
  return schema
}

/** Returns the same schema with `DateTime.Utc` instead of `Date`; `undefined` for a schema that is not an entity's. */
export const toDateTimeCodec = (schema: Schema.Top): AnySchema | undefined => {
  const node = nodes.get(schema)
  return node && interpretWithDateTimes(node)
}

const makeJsonInterpreter = (date: AnySchema) =>
  makeInterpreter((node, interpret) => {
    switch (node.kind) {
      case "value":
        return node.name === "date" ? date : makeValueSchema(node, node.name)
      case "default":
        return interpret(node.codec)
      case "struct":
        return Schema.Struct(Object.fromEntries(node.fields.map(({ codec, name }) => [name, interpret(codec)])))
      case "transform":
        return interpret(node.to)
    }
  })

const interpret = /*#__PURE__*/ makeJsonInterpreter(Schema.DateFromString)

const interpretWithDateTimes = /*#__PURE__*/ makeJsonInterpreter(Schema.DateTimeUtcFromString)

const makeValueSchema = ({ is }: NodeOf<"value">, name: Exclude<NodeOf<"value">["name"], "date">): AnySchema =>
  ({
    string: Schema.String,
    boolean: Schema.Boolean,
    // JSON has no other numbers.
    number: Schema.Finite,
    unknown: Schema.Json,
    parsedJson: Schema.Json,
    json: Schema.Json,
    object: Schema.Json.check(Schema.makeFilter(is)),
    redacted: Schema.RedactedFromValue(Schema.String)
  })[name]
