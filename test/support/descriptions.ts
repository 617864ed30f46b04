/** Walks descriptions: finds and changes fields of matching JSON, and creates JSON that matches. */
import * as fc from "fast-check"
import { type Codec, getNode, type Node, type ValueName } from "../../src/wire/Codec.ts"
import { isObject } from "../../src/wire/Json.ts"
import { codePoint } from "./codePoint.ts"

/** Strings of every kind: empty, long, from several planes, next to lone surrogates, and names of object properties. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ unit: codePoint, maxLength: 40 }), weight: 6 },
  fc.constantFrom("", "__proto__", "constructor", "\u0000", "\u{1f600}", "null", "ü".repeat(5000))
)

/** JSON of every shape, whose keys may be names of prototypes. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  {
    // JSON has no negative zero.
    arbitrary: fc.jsonValue({ depthSize: "medium", stringUnit: "binary" })
      .map((value): unknown => JSON.parse(JSON.stringify(value))),
    weight: 6
  },
  fc.constantFrom<unknown>(
    JSON.parse(`{"__proto__":{"a":1},"constructor":null}`),
    Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], null)
  )
)

/** Strings that some checks require. */
export const particular = [
  "11111111-1111-4111-8111-111111111111",
  "dXNlcg",
  "bearer",
  "https://app.example.com/",
  "github",
  "a@example.com",
  "/handler"
]

/** Returns the type of a value without its checks, and without the value of a missing field. */
export const getType = (codec: Codec<unknown>): Node => {
  const node = getNode(codec)
  return node.kind === "check" || node.kind === "default" || node.kind === "optional" ? getType(node.codec) : node
}

/** Returns `true` if a codec describes a number that is sent as a string, in a query. */
export const isNumberFromString = (node: Node): boolean =>
  node.kind === "transform" && isOfType(node.from, "string") && isOfType(node.to, "number")

const isOfType = (codec: Codec<unknown>, name: ValueName): boolean => {
  const node = getType(codec)
  return node.kind === "value" && node.name === name
}

/** Returns all nodes of the JSON of a codec. */
export const findNodes = (codec: Codec<unknown>): ReadonlyArray<Node> => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
    case "literal":
      return [node]
    case "array":
    case "record":
      return [node, ...findNodes(node.item)]
    case "union":
      return [node, ...node.members().flatMap(findNodes)]
    case "struct":
      return [node, ...node.fields.flatMap(({ codec }) => findNodes(codec))]
    case "transform":
      return [node, ...findNodes(node.from)]
    default:
      return [node, ...findNodes(node.codec)]
  }
}

/** Returns `true` if a value matches the JSON of a codec. Transformations are not run. */
export const isMatch = (codec: Codec<unknown>, json: unknown): boolean => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
      return node.is(json)
    case "literal":
      return node.literals.some((literal) => literal === json)
    case "check":
      return isMatch(node.codec, json) && node.is(json)
    case "optional":
      return json === undefined || isMatch(node.codec, json)
    case "nullOr":
      return json === null || isMatch(node.codec, json)
    case "default":
      return isMatch(node.codec, json)
    case "array":
      return Array.isArray(json) && json.every((item) => isMatch(node.item, item))
    case "record":
      return isObject(json) && Object.values(json).every((item) => isMatch(node.item, item))
    case "union":
      return node.members().some((member) => isMatch(member, json))
    case "struct":
      return isObject(json) &&
        node.fields.every(({ codec, wireName }) =>
          Object.hasOwn(json, wireName) ? isMatch(codec, json[wireName]) : !isRequired(codec)
        )
    case "transform":
      return isMatch(node.from, json)
  }
}

/** Returns `true` if JSON must contain a field. */
const isRequired = ({ kind }: Codec<unknown>): boolean => kind !== "optional" && kind !== "default"

/** Creates JSON that matches a codec. A number in a query is any string. */
export const makeJson = (codec: Codec<unknown>): fc.Arbitrary<unknown> => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
      return makeValue(node)
    case "literal":
      return fc.constantFrom(...node.literals)
    case "check":
      // A filter that accepts hardly any string would search forever.
      return isOfType(node, "string")
        ? fc.constantFrom(
          ...[...particular, ...fc.sample(anyText, { numRuns: 100, seed: 1 })].filter((text) => isMatch(node, text))
        )
        : makeJson(node.codec).filter(node.is)
    case "optional":
    case "default":
      return makeJson(node.codec)
    case "nullOr":
      return fc.oneof(makeJson(node.codec), fc.constant(null))
    case "array":
      return fc.array(makeJson(node.item), { maxLength: 3 })
    case "record":
      return fc.dictionary(fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"), makeJson(node.item))
    case "union":
      return fc.oneof(...node.members().map(makeJson))
    case "struct":
      return fc.record(
        Object.fromEntries(node.fields.map(({ codec, wireName }) => [wireName, makeJson(codec)])),
        { requiredKeys: node.fields.filter(({ codec }) => isRequired(codec)).map(({ wireName }) => wireName) }
      ).map((record) => ({ ...record }))
    case "transform":
      if (node.format === "date-time") {
        return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
          .map((date) => date.toISOString())
      }
      if (node.format === "json") {
        return fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))
      }
      return isNumberFromString(node)
        ? fc.oneof(anyText, anyNumber.map(String))
        : makeJson(node.from)
  }
}

/** Integers that are valid times, too, and fractions. JSON has no negative zero. */
const anyNumber = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 8_640_000_000_000_000 }), weight: 3 },
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 }).map((number) => number + 0)
)

const makeValue = (node: Extract<Node, { readonly kind: "value" }>): fc.Arbitrary<unknown> => {
  switch (node.name) {
    case "string":
      return anyText
    case "boolean":
      return fc.boolean()
    case "number":
      return anyNumber
    default:
      return anyJson.filter(node.is)
  }
}

/** A field of a JSON value. */
export interface FoundField {
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly path: ReadonlyArray<string | number>
}

/** Returns the required fields of matching JSON, with those of the union member that it matches. */
export const findRequiredFields = (
  codec: Codec<unknown>,
  json: unknown,
  path: ReadonlyArray<string | number> = []
): ReadonlyArray<FoundField> => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
    case "literal":
      return []
    case "array":
      return Array.isArray(json)
        ? json.flatMap((item, index) => findRequiredFields(node.item, item, [...path, index]))
        : []
    case "record":
      return isObject(json)
        ? Object.entries(json).flatMap(([key, item]) => findRequiredFields(node.item, item, [...path, key]))
        : []
    case "union": {
      const members = node.members()
      const member = members.find((member) => isMatch(member, json))
      // Without the field, the member of a union cannot be determined.
      const structs = members.filter((member) => getType(member).kind === "struct")
      return member === undefined || structs.length > 1 ? [] : findRequiredFields(member, json, path)
    }
    case "struct":
      return isObject(json)
        ? node.fields.flatMap(({ codec, wireName }) => {
          if (!Object.hasOwn(json, wireName)) return []
          // Sound: a field of a generated object is deleted and restored.
          const here = { holder: json as Record<string, unknown>, name: wireName, path: [...path, wireName] }
          return [...isRequired(codec) ? [here] : [], ...findRequiredFields(codec, json[wireName], here.path)]
        })
        : []
    case "transform":
      return findRequiredFields(node.from, json, path)
    default:
      return findRequiredFields(node.codec, json, path)
  }
}

/** Replaces every object of matching JSON that a struct describes by the result of a function. */
export const mapStructs = (
  codec: Codec<unknown>,
  json: unknown,
  map: (described: Readonly<Record<string, unknown>>, original: Readonly<Record<string, unknown>>) => unknown
): unknown => {
  const node = getNode(codec)
  switch (node.kind) {
    case "value":
    case "literal":
      return json
    case "array":
      return Array.isArray(json) ? json.map((item) => mapStructs(node.item, item, map)) : json
    case "record":
      return isObject(json)
        ? Object.fromEntries(Object.entries(json).map(([key, item]) => [key, mapStructs(node.item, item, map)]))
        : json
    case "union": {
      const member = node.members().find((member) => isMatch(member, json))
      return member === undefined ? json : mapStructs(member, json, map)
    }
    case "struct": {
      if (!isObject(json)) return json
      const fields = node.fields.filter(({ wireName }) => Object.hasOwn(json, wireName))
        .map(({ codec, wireName }) => [wireName, mapStructs(codec, json[wireName], map)])
      return map(Object.fromEntries(fields), json)
    }
    case "transform":
      return mapStructs(node.from, json, map)
    default:
      return mapStructs(node.codec, json, map)
  }
}

/** Adds undescribed fields to every object that a struct describes. */
export const addExtraFields = (codec: Codec<unknown>, json: unknown, extra: unknown): unknown =>
  mapStructs(codec, json, (described) => ({ ...described, "of_a_newer_service": extra, ["to_string"]: extra }))

/** Returns `true` if an object has a field that its struct does not describe. */
export const hasExtraFields = (codec: Codec<unknown>, json: unknown): boolean => {
  let isFound = false
  mapStructs(codec, json, (described, original) => {
    if (Object.keys(original).length > Object.keys(described).length) isFound = true
    return described
  })
  return isFound
}
