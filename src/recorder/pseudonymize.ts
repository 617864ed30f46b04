/** JSON in which pseudonyms replace all texts, except literals in the endpoint's description. */
import { type Codec, getNode, type Node } from "../wire/Codec.ts"
import { decode, Problem } from "../wire/decode.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"

/**
 * Replaces the texts in a JSON value that a codec describes, and removes other fields. If the value does not fit, replaces all
 * keys and values. Never fails.
 */
export const pseudonymize = (
  pseudonyms: Pseudonyms,
  codec: Codec<unknown> | undefined,
  json: unknown,
  kind: string
): unknown =>
  codec === undefined || decode(codec, json) instanceof Problem
    ? replaceAll(pseudonyms, json, kind)
    : replace(pseudonyms, getNode(codec), json, kind)

/** Replaces all keys and values in a JSON value. */
const replaceAll = (pseudonyms: Pseudonyms, json: unknown, kind: string, depth = 0): unknown => {
  if (typeof json === "string") return pseudonyms.text(json, kind)
  if (typeof json === "number") return pseudonyms.number(json)
  if (depth > 100) return null
  if (Array.isArray(json)) return json.map((item) => replaceAll(pseudonyms, item, kind, depth + 1))
  if (!isObject(json)) return typeof json === "boolean" ? json : null
  return replaceEntries(pseudonyms, json, (value) => replaceAll(pseudonyms, value, kind, depth + 1))
}

const replaceEntries = (pseudonyms: Pseudonyms, json: object, replaceValue: (value: unknown) => unknown): unknown =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [pseudonyms.text(key, "key"), replaceValue(value)]))

type NodeOf<Kind extends Node["kind"]> = Extract<Node, { readonly kind: Kind }>

const replace = (pseudonyms: Pseudonyms, node: Node, json: unknown, kind: string): unknown => {
  switch (node.kind) {
    case "literal":
      return json
    case "optional":
    case "nullOr":
    case "default":
      return json === undefined || json === null ? json : replace(pseudonyms, node.codec, json, kind)
    case "check":
      return typeof json === "string"
        // Sound: the codec for a string with a check is `string`, which decodes to itself.
        ? pseudonyms.replaceChecked(json, kind, (text) => node.is(text) === true)
        : replace(pseudonyms, node.codec, json, kind)
    case "array":
      // Sound: the codec has accepted the value.
      return (json as ReadonlyArray<unknown>).map((item) => replace(pseudonyms, node.item, item, kind))
    case "record":
      return replaceEntries(pseudonyms, json as object, (value) => replace(pseudonyms, node.item, value, kind))
    case "union": {
      const member = node.members().find((member) => !(decode(toCodec(member), json) instanceof Problem))
      return member === undefined ? replaceAll(pseudonyms, json, kind) : replace(pseudonyms, member, json, kind)
    }
    case "struct":
      // Sound: the codec has accepted the value.
      return replaceFields(pseudonyms, node, json as Readonly<Record<string, unknown>>, kind)
    case "transform":
      return replaceTransformed(pseudonyms, node, json, kind)
    case "value":
      return node.name === "boolean" || node.name === "number"
        ? json
        : node.name === "string"
        ? pseudonyms.text(String(json), kind)
        : replaceAll(pseudonyms, json, kind)
  }
}

const replaceFields = (
  pseudonyms: Pseudonyms,
  { fields }: NodeOf<"struct">,
  json: Readonly<Record<string, unknown>>,
  kind: string
): unknown => {
  const result: Record<string, unknown> = {}
  for (const { codec, wireName } of fields) {
    if (Object.hasOwn(json, wireName)) {
      result[wireName] = replace(pseudonyms, codec, json[wireName], wireName === "id" ? kind : wireName)
    }
  }
  return result
}

const replaceTransformed = (
  pseudonyms: Pseudonyms,
  { format, from, to }: NodeOf<"transform">,
  json: unknown,
  kind: string
): unknown => {
  if (format === "date-time") return json
  if (format === "json") {
    const inner = parseJson(String(json))
    return inner === undefined
      ? pseudonyms.text(String(json), kind)
      : JSON.stringify(replaceAll(pseudonyms, inner, kind))
  }
  // A number or a boolean in a query is a string on the wire.
  const isPlain = to.kind === "value" && (to.name === "boolean" || to.name === "date") ||
    to.kind === "check" && to.codec.kind === "value" && to.codec.name === "number"
  return isPlain ? json : replace(pseudonyms, from, json, kind)
}

// Sound: a union's members are the data of codecs.
const toCodec = (node: Node): Codec<unknown> => node as unknown as Codec<unknown>
