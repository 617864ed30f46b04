/**
 * Effect `Schema`s of the codecs in `src/wire`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type Codec, type Field, finite, getNode, integer, type Literal, type Node, positive } from "../wire/Codec.ts"
import { uuid } from "../wire/uuid.ts"

// `any`, because a node describes a value of any type.
type AnySchema = Schema.Codec<any, any>

const schemas = new WeakMap<Node, AnySchema>()

/**
 * Creates the schema of a codec. It decodes and encodes the JSON of the service: the same values as the codec, and the first
 * problem of an invalid value is the same. Each codec has one schema.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toSchema = <A>(codec: Codec<A>): Schema.Codec<A, unknown> => convert(getNode(codec))

const convert = (node: Node): AnySchema => {
  const schema = schemas.get(node) ?? makeSchema(node)
  schemas.set(node, schema)
  return schema
}

const makeSchema = (node: Node): AnySchema => {
  switch (node.kind) {
    case "value":
      return makeValueSchema(node)
    case "literal":
      return node.literals.length === 1 ? Schema.Literal(node.literals[0]!) : Schema.Literals(node.literals)
    case "check":
      return convert(node.codec).check(makeCheck(node))
    case "optional":
      return Schema.optional(convert(node.codec))
    case "nullOr":
      return Schema.NullOr(convert(node.codec))
    case "default":
      return convert(node.codec).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(node.value)))
    case "array":
      return Schema.Array(convert(node.item))
    case "record":
      return Schema.Record(Schema.String, convert(node.item))
    case "union":
      return Schema.Union(node.members().map(convert))
    case "struct":
      return makeStruct(node.fields)
    case "transform": {
      const from = convert(node.from)
      return (node.format === undefined ? from : from.annotate({ format: node.format })).pipe(
        Schema.decodeTo(
          convert(node.to),
          SchemaTransformation.transform<unknown, unknown>({ decode: node.decode, encode: node.encode })
        )
      )
    }
  }
}

type ValueNode = Extract<Node, { readonly kind: "value" }>

const makeValueSchema = ({ is, name }: ValueNode): AnySchema => {
  switch (name) {
    case "string":
      return Schema.String
    case "boolean":
      return Schema.Boolean
    case "number":
      return Schema.Number
    case "unknown":
    case "parsedJson":
      return Schema.Unknown
    case "object":
      return Schema.ObjectKeyword
    case "json":
      return Schema.Json
    case "date":
      return Schema.Date
    case "redacted":
      // `Schema.Redacted` appends `value` to the path of a problem.
      return Schema.declare((value): value is unknown => is(value), { expected: "Redacted" })
  }
}

/** Uses the checks of Effect where they exist, since they are part of JSON Schemas. */
// `any`, because a check receives only values that its codec accepts.
const makeCheck = (node: Extract<Node, { readonly kind: "check" }>): SchemaAST.Check<any> => {
  if (node === getNode(uuid)) return Schema.isUUID(4)
  if (node === getNode(finite)) return Schema.isFinite()
  if (node === getNode(integer)) return Schema.isInt()
  if (node === getNode(positive)) return Schema.isGreaterThan(0)
  const expected = node.expected === undefined ? {} : { expected: node.expected }
  return node.pattern === undefined ? Schema.makeFilter(node.is, expected) : Schema.isPattern(node.pattern, expected)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields are decoded under their wire names, so that problems show these. */
const makeStruct = (fields: ReadonlyArray<Field>): AnySchema => {
  const json = Schema.Struct(Object.fromEntries(fields.map(({ codec, wireName }) => [wireName, convert(codec)])))
  // Without fields, Effect accepts any value but `null` and `undefined`.
  const checked = fields.length > 0 ? json : json.check(Schema.makeFilter(
    (value, ast, options) => isRecord(value) || new SchemaIssue.InvalidType(ast, value, options)
  ))
  const rename = (from: "name" | "wireName", to: "name" | "wireName") => (value: unknown): unknown =>
    !isRecord(value) ? value : Object.fromEntries(
      fields.filter((field) => Object.hasOwn(value, field[from])).map((field) => [field[to], value[field[from]]])
    )
  return checked.pipe(
    Schema.decodeTo(
      // The literals select a member of a union when a value is encoded.
      Schema.declare((value): value is unknown => true, { "~sentinels": fields.flatMap(toSentinel) }),
      // `any`, because `rename` returns an untyped object.
      SchemaTransformation.transform<unknown, any>({
        decode: rename("wireName", "name"),
        encode: rename("name", "wireName")
      })
    )
  )
}

const toSentinel = ({ codec, name }: Field): ReadonlyArray<{ readonly key: string; readonly literal: Literal }> =>
  codec.kind === "literal" && codec.literals.length === 1 ? [{ key: name, literal: codec.literals[0]! }] : []
