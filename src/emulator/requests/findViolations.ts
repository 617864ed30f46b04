/** Error messages for input that does not match its codec. */
import * as Result from "effect/Result"
import { type Codec, type Field, getNode, type Literal, type Node } from "../../wire/Codec.ts"
import { getSingleLiteral } from "../../wire/converters.ts"
import { decode, Problem } from "../../wire/decode.ts"
import { isObject } from "../../wire/Json.ts"

/** Decodes JSON without unknown fields. Fails with one sentence for each violation. */
export const decodeStrictly = <A>(
  codec: Codec<A>,
  json: unknown,
  path: string
): Result.Result<A, ReadonlyArray<string>> => {
  const violations = findViolations(getNode(codec), json, path)
  const decoded = decode(codec, json)
  return violations.length > 0 || decoded instanceof Problem ? Result.fail(violations) : Result.succeed(decoded)
}

/** Lists the violations in a codec's JSON, unknown fields included. No sentence contains the value, which may be a secret. */
export const findViolations = (node: Node, value: unknown, path: string): ReadonlyArray<string> => {
  switch (node.kind) {
    case "optional":
    case "nullOr":
    case "union":
      return findInChoices(node, value, path)
    case "default":
      return findViolations(node.codec, value, path)
    case "check": {
      const violations = findViolations(node.codec, value, path)
      if (violations.length > 0 || node.is(value)) return violations
      return [node.expected === undefined ? describeUnexplained(path) : `${path} must be ${node.expected}`]
    }
    case "transform": {
      const violations = findViolations(node.from, value, path)
      return violations.length > 0 ? violations : findViolations(node.to, node.decode(value), path)
    }
    case "struct":
      return isObject(value) ? findInStruct(node.fields, value, path) : [describeMismatch(node, value, path)]
    case "record":
      return isObject(value)
        ? Object.entries(value).flatMap(([key, each]) => findViolations(node.item, each, joinPath(path, key)))
        : [describeMismatch(node, value, path)]
    case "array":
      return Array.isArray(value)
        ? value.flatMap((each, index) => findViolations(node.item, each, joinPath(path, index)))
        : [describeMismatch(node, value, path)]
    case "literal":
    case "value":
      return isOfType(node, value) ? [] : [describeMismatch(node, value, path)]
  }
}

/** Finds violations in an object's fields. Unknown properties are combined in one sentence, which comes last. */
const findInStruct = (fields: ReadonlyArray<Field>, value: Readonly<Record<string, unknown>>, path: string) => {
  const violations = fields.flatMap(({ codec, wireName }) => {
    const inner = joinPath(path, wireName)
    if (Object.hasOwn(value, wireName)) return findViolations(codec, value[wireName], inner)
    return codec.kind === "optional" || codec.kind === "default" ? [] : [`${inner} is missing`]
  })
  const unknown = Object.keys(value).filter((name) => !fields.some(({ wireName }) => wireName === name))
  return unknown.length > 0 ? [...violations, describeUnknownProperties(path, unknown)] : violations
}

/** Finds violations by the first choice that the value resembles. */
const findInChoices = (node: Node, value: unknown, path: string): ReadonlyArray<string> => {
  let first: ReadonlyArray<string> | undefined
  for (const choice of choicesOf(node)) {
    if (!typesOf(choice).some((type) => isOfType(type, value))) continue
    const violations = choice === null ? [] : findViolations(choice, value, path)
    if (violations.length === 0) return violations
    first ??= violations
  }
  return first ?? [isObject(value) ? describeWrongVariant(node, value, path) : describeMismatch(node, value, path)]
}

/** A codec, or `null` for the value `null`. */
type Choice = Node | null

/** Returns the codecs of which a value may match any. */
const choicesOf = (node: Node): ReadonlyArray<Choice> => {
  switch (node.kind) {
    case "union":
      return node.members().flatMap(choicesOf)
    case "nullOr":
      return [...choicesOf(node.codec), null]
    case "optional":
      return choicesOf(node.codec)
    default:
      return [node]
  }
}

type TypeNode = Extract<Node, { readonly kind: "value" | "literal" | "array" | "record" | "struct" }> | null

/** Returns the types in a codec's JSON. */
const typesOf = (choice: Choice): ReadonlyArray<TypeNode> => {
  switch (choice?.kind) {
    case undefined:
      return [null]
    case "union":
    case "nullOr":
    case "optional":
      return choicesOf(choice).flatMap(typesOf)
    case "check":
    case "default":
      return typesOf(choice.codec)
    case "transform":
      return typesOf(choice.from)
    default:
      return [choice]
  }
}

/** Returns `true` if a value has a type, and the same discriminator. */
const isOfType = (type: TypeNode, value: unknown): boolean => {
  switch (type?.kind) {
    case undefined:
      return value === null
    case "value":
      return type.is(value)
    case "literal":
      return type.literals.some((literal) => literal === value)
    case "array":
      return Array.isArray(value)
    case "record":
      return isObject(value)
    case "struct":
      return isObject(value) && discriminatorsOf(type).every(({ literal, name }) => value[name] === literal)
  }
}

const discriminatorsOf = (type: TypeNode): ReadonlyArray<{ readonly name: string; readonly literal: Literal }> =>
  type?.kind !== "struct" ? [] : type.fields.flatMap(({ codec, wireName }) => {
    const literal = getSingleLiteral(codec)
    return literal === undefined ? [] : [{ name: wireName, literal }]
  })

const describeWrongVariant = (node: Node, value: Readonly<Record<string, unknown>>, path: string): string => {
  const discriminators = typesOf(node).flatMap(discriminatorsOf)
  const name = discriminators[0]?.name
  if (name === undefined) return describeMismatch(node, value, path)
  const inner = joinPath(path, name)
  if (!Object.hasOwn(value, name)) return `${inner} is missing`
  const expected = discriminators.flatMap((each) => each.name === name ? JSON.stringify(each.literal) : [])
  return `${inner} must be ${expected.join(" or ")}`
}

const describeMismatch = (node: Node, value: unknown, path: string): string => {
  const types = typesOf(node)
  const expected = [...new Set(types.flatMap(describeType))].join(" or ")
  // If both are strings, the kind explains nothing.
  const isOfKind = types.some((type) =>
    type?.kind === "literal" && type.literals.some((literal) => typeof literal === typeof value)
  )
  return `${path} must be ${expected}${isOfKind ? "" : `, not ${describeKind(value)}`}`
}

/** Returns the type with its article, or each literal. */
const describeType = (type: TypeNode): ReadonlyArray<string> => {
  switch (type?.kind) {
    case undefined:
      return ["null"]
    case "value":
      return [type.name === "object" ? "an object" : `a ${type.name === "json" ? "JSON value" : type.name}`]
    case "literal":
      return type.literals.map((literal) => JSON.stringify(literal))
    case "array":
      return ["an array"]
    case "record":
    case "struct":
      return ["an object"]
  }
}

/** Returns a field's path: `body.config.domains[0]`. */
export const joinPath = (parent: string, key: string | number): string =>
  typeof key === "number" ? `${parent}[${key}]` : `${parent}.${key}`

/** Returns the sentence for a value that its type rejects without a reason. */
export const describeUnexplained = (path: string): string => `${path} is not acceptable`

export const describeUnknownProperties = (path: string, names: ReadonlyArray<string>): string =>
  `${path} has unknown properties: ${names.join(", ")}`

/** Returns a JSON value's type with its article. */
export const describeKind = (value: unknown): string => {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}
