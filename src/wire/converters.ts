/** Conversions for unions and records. Bundles without such a codec do not contain them. */
import type { Converter, Literal, Node } from "./Node.ts"
import { isObject } from "./parseJson.ts"
import { prepend, Problem, wrongType } from "./Problem.ts"

/** Creates a union's converter. */
export const makeUnionConverter = (members: () => ReadonlyArray<Node>): Converter => (value, isDecoding, convert) => {
  let first: Problem | undefined
  for (const member of members()) {
    if (!matchesLiterals(member, value, isDecoding)) continue
    const result = convert(member, value, isDecoding)
    if (!(result instanceof Problem)) return result
    // The problem from a member that has the value's type says more.
    if (result !== wrongType) first ??= result
  }
  return first ?? wrongType
}

/** Returns `false` if a struct requires a literal that a value does not have. */
const matchesLiterals = (node: Node, value: unknown, isDecoding: boolean): boolean =>
  node.kind !== "struct" || !isObject(value) ||
  node.fields.every(({ codec, name, wireName }) => {
    const literal = getSingleLiteral(codec)
    return literal === undefined || value[isDecoding ? wireName : name] === literal
  })

/** Returns the only literal that a codec accepts. Such a field selects a union's member. */
export const getSingleLiteral = (node: Node): Literal | undefined =>
  node.kind === "literal" && node.literals.length === 1 ? node.literals[0] : undefined

/** Creates a record's converter. */
export const makeRecordConverter = (item: Node): Converter => (value, isDecoding, convert) => {
  if (!isObject(value)) return wrongType
  const entries: Array<[string, unknown]> = []
  for (const key of Object.keys(value)) {
    const converted = convert(item, value[key], isDecoding)
    if (converted instanceof Problem) return prepend(converted, key)
    entries.push([key, converted])
  }
  return Object.fromEntries(entries)
}
