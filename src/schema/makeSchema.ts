/** Schemas for a codec's nodes that do not depend on field names. */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { finite, getNode, integer, type Node, positive } from "../wire/Codec.ts"
import { memoizeByKey } from "../wire/memoize.ts"
import { uuid } from "../wire/uuid.ts"

/** A node's schema. `any`, because a node describes a value with any type. */
export type AnySchema = Schema.Codec<any, any>

export type NodeOf<Kind extends Node["kind"]> = Extract<Node, { readonly kind: Kind }>

/** Creates an interpreter that caches each node's schema. `make` is for the nodes that differ between formats. */
export const makeInterpreter = (
  make: (
    node: NodeOf<"value" | "default" | "struct" | "transform">,
    interpret: (node: Node) => AnySchema
  ) => AnySchema
): (node: Node) => AnySchema => {
  const interpret = memoizeByKey((node: Node): AnySchema => {
    switch (node.kind) {
      case "literal":
        return node.literals.length === 1 ? Schema.Literal(node.literals[0]!) : Schema.Literals(node.literals)
      case "check":
        return interpret(node.codec).check(makeCheck(node))
      case "optional":
        return Schema.optional(interpret(node.codec))
      case "nullOr":
        return Schema.NullOr(interpret(node.codec))
      case "array":
        return Schema.Array(interpret(node.item))
      case "record":
        return Schema.Record(Schema.String, interpret(node.item))
      case "union":
        return Schema.Union(node.members().map(interpret))
      default:
        return make(node, interpret)
    }
  })
  return interpret
}

/** Uses Effect's checks where they exist, because JSON Schemas contain them. */
// `any`, because a check receives only values that its codec accepts.
const makeCheck = (node: NodeOf<"check">): SchemaAST.Check<any> => {
  switch (node) {
    case getNode(uuid):
      return Schema.isUUID(4)
    case getNode(finite):
      return Schema.isFinite()
    case getNode(integer):
      return Schema.isInt()
    case getNode(positive):
      return Schema.isGreaterThan(0)
  }
  const expected = node.expected === undefined ? {} : { expected: node.expected }
  return node.pattern === undefined ? Schema.makeFilter(node.is, expected) : Schema.isPattern(node.pattern, expected)
}
