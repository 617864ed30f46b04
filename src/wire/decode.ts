/** Decodes and encodes values with codecs. */
import { type Codec, getNode, type Node } from "./Codec.ts"
import { isObject } from "./parseJson.ts"
import { prepend, Problem, wrongType } from "./Problem.ts"

/** Decodes a codec's JSON. Never throws. */
export const decode = <A>(codec: Codec<A>, json: unknown): A | Problem => run(codec, json, true) as A | Problem

/** Encodes a value as a codec's JSON. Never throws. */
export const encode = (codec: Codec<unknown>, value: unknown): unknown => run(codec, value, false)

const run = (codec: Codec<unknown>, value: unknown, isDecoding: boolean): unknown => {
  try {
    return convert(getNode(codec), value, isDecoding)
  } catch {
    // The program's getters may throw, and thousands of levels may overflow a transformation's stack.
    return new Problem("is invalid")
  }
}

const convert = (node: Node, value: unknown, isDecoding: boolean): unknown => {
  switch (node.kind) {
    case "value":
      return node.is(value) ? value : wrongType
    case "optional":
      return value === undefined ? value : convert(node.codec, value, isDecoding)
    case "nullOr":
      return value === null ? value : convert(node.codec, value, isDecoding)
    case "struct":
      return isObject(value) ? convertFields(node.fields, value, isDecoding) : wrongType
    case "transform": {
      const before = convert(isDecoding ? node.from : node.to, value, isDecoding)
      return before instanceof Problem
        ? before
        : convert(isDecoding ? node.to : node.from, (isDecoding ? node.decode : node.encode)(before), isDecoding)
    }
    case "literal":
      // Sound: `includes` compares with any value.
      return node.literals.includes(value as string) ? value : wrongType
    case "array": {
      if (!Array.isArray(value)) return wrongType
      const result: Array<unknown> = []
      for (const [index, each] of value.entries()) {
        const item = convert(node.item, each, isDecoding)
        if (item instanceof Problem) return prepend(item, index)
        result.push(item)
      }
      return result
    }
    case "check": {
      const checked = convert(node.codec, value, isDecoding)
      if (checked instanceof Problem || node.is(checked)) return checked
      return new Problem(node.expected === undefined ? "is invalid" : `is not ${node.expected}`)
    }
    case "union":
    case "record":
      return node.convert(value, isDecoding, convert)
    case "default": {
      const result = convert(node.codec, value, isDecoding)
      return result === undefined && isDecoding ? node.value : result
    }
  }
}

const convertFields = (
  fields: Extract<Node, { readonly kind: "struct" }>["fields"],
  value: Readonly<Record<string, unknown>>,
  isDecoding: boolean
): unknown => {
  const result: Record<string, unknown> = {}
  for (const { codec, name, wireName } of fields) {
    const from = isDecoding ? wireName : name
    const to = isDecoding ? name : wireName
    if (Object.hasOwn(value, from)) {
      const field = convert(codec, value[from], isDecoding)
      if (field instanceof Problem) return prepend(field, wireName)
      result[to] = field
    } else if (codec.kind === "default") {
      if (isDecoding) result[to] = codec.value
    } else if (codec.kind !== "optional") {
      return new Problem("is missing", [wireName])
    }
  }
  return result
}

export { Problem } from "./Problem.ts"
