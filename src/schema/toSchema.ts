/** Effect `Schema`s for the service's JSON. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import {
  type Codec,
  dateFromMillis,
  type Field,
  finiteFromString,
  getNode,
  type Literal,
  type Node
} from "../wire/Codec.ts"
import { getSingleLiteral } from "../wire/converters.ts"
import { isObject } from "../wire/Json.ts"
import { Problem } from "../wire/Problem.ts"
import { type AnySchema, makeInterpreter, type NodeOf } from "./makeSchema.ts"

/** Returns a codec's schema. It accepts the same values, and the first problem of an invalid value is the same. */
export const toSchema = <A>(codec: Codec<A>): Schema.Codec<A, unknown> => interpret(getNode(codec))

const interpret = /*#__PURE__*/ makeInterpreter((node, interpret) => {
  switch (node.kind) {
    case "value":
      return makeValueSchema(node)
    case "default":
      return interpret(node.codec).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(node.value)))
    case "struct":
      return makeStructSchema(node.fields, interpret)
    case "transform": {
      if (node === getNode(dateFromMillis)) return Schema.DateFromMillis
      if (node === getNode(finiteFromString)) return Schema.FiniteFromString
      const from = interpret(node.from)
      return (node.format === undefined ? from : from.annotate({ format: node.format })).pipe(
        Schema.decodeTo(
          interpret(node.to),
          SchemaTransformation.transformEffect({
            decode: failWithProblem(node.decode),
            encode: failWithProblem(node.encode)
          })
        )
      )
    }
  }
})

/** Fails with the problem that a transformation's function returns. */
const failWithProblem =
  (convert: (value: unknown) => unknown) => (value: unknown): Effect.Effect<unknown, SchemaIssue.Issue> => {
    const result = convert(value)
    return result instanceof Problem
      ? Effect.fail(new SchemaIssue.Pointer(result.path, new SchemaIssue.InvalidValue({ message: result.message })))
      : Effect.succeed(result)
  }

const makeValueSchema = ({ is, name }: NodeOf<"value">): AnySchema =>
  ({
    string: Schema.String,
    boolean: Schema.Boolean,
    number: Schema.Number,
    unknown: Schema.Unknown,
    parsedJson: Schema.Unknown,
    object: Schema.ObjectKeyword,
    json: Schema.Json,
    date: Schema.Date,
    // `Schema.Redacted` appends `value` to a problem's path.
    redacted: Schema.declare((value): value is unknown => is(value), { expected: "Redacted" })
  })[name]

/** Renames a struct's fields. They are decoded under their wire names, so that problems show these. */
const makeStructSchema = (fields: ReadonlyArray<Field>, interpret: (node: Node) => AnySchema): AnySchema => {
  const json = Schema.Struct(Object.fromEntries(fields.map(({ codec, wireName }) => [wireName, interpret(codec)])))
  // Without fields, Effect accepts any value but `null` and `undefined`.
  const isStrict = Schema.makeFilter<object>(
    (value, ast, options) => isObject(value) || new SchemaIssue.InvalidType(ast, value, options)
  )
  const rename = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
        fields.filter(({ wireName }) => Object.hasOwn(value, wireName))
          .map(({ name, wireName }) => [name, value[wireName]])
      )
      : value
  // The fields are read when they are encoded, so that a getter that throws does not hide a field's problem before it.
  const renameBack = (value: unknown): unknown =>
    isObject(value)
      ? Object.defineProperties(
        {},
        Object.fromEntries(
          fields.filter(({ name }) => Object.hasOwn(value, name))
            .map(({ name, wireName }) => [wireName, { enumerable: true, get: () => value[name] }])
        )
      )
      : value
  return (fields.length === 0 ? json.check(isStrict) : json).pipe(
    Schema.decodeTo(
      // The literals select a union's member when a value is encoded.
      Schema.declare((_): _ is unknown => true, { "~sentinels": fields.flatMap(toSentinel) }),
      // `any`, because the functions return untyped objects.
      SchemaTransformation.transform<unknown, any>({ decode: rename, encode: renameBack })
    )
  )
}

const toSentinel = ({ codec, name }: Field): ReadonlyArray<{ readonly key: string; readonly literal: Literal }> => {
  const literal = getSingleLiteral(codec)
  return literal === undefined ? [] : [{ key: name, literal }]
}
