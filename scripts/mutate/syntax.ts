/** The syntax tree of a module, reduced to what mutation needs: nodes with their range and children. */
import { parseAst } from "rolldown/parseAst"

/** An ESTree node. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

// Fields that are never mutated: assignment targets, names, types and base classes.
const skippedKeys = new Set([
  "typeAnnotation",
  "typeArguments",
  "typeParameters",
  "returnType",
  "superClass",
  "tag",
  "quasi",
  "id"
])
const transparentTypes = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"])

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Parses TypeScript. Throws a `SyntaxError` for invalid code. */
export const parse = (code: string): Node =>
  // The parser's types are exact, but mutation reads only the fields that all nodes share.
  parseAst(code, { lang: "ts", sourceType: "module" }) as unknown as Node

/** Returns the node in a field, or `undefined`. */
export const nodeAt = (node: Node, key: string): Node | undefined => {
  const value = node[key]
  return isNode(value) ? value : undefined
}

/** Returns the nodes in a list field, without the gaps of array patterns. */
export const nodesAt = (node: Node, key: string): ReadonlyArray<Node> => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Returns the child nodes that can have behavior, with their fields. */
export const childrenOf = (node: Node): ReadonlyArray<{ readonly key: string; readonly child: Node }> => {
  if (node.type.startsWith("TS") && !transparentTypes.has(node.type)) return []
  return Object.keys(node).filter((key) =>
    !skippedKeys.has(key) || (key === "id" && node["type"] === "VariableDeclarator")
  )
    .flatMap((key) => {
      const value = node[key]
      const nodes = Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
      return nodes.map((child) => ({ key, child }))
    })
}

/** Returns the expression inside type assertions. */
export const stripTypes = (node: Node): Node =>
  transparentTypes.has(node.type) ? stripTypes(nodeAt(node, "expression") ?? node) : node

/** Returns the name of an identifier or of a non-computed property. */
export const nameOf = (node: Node | undefined): string | undefined => {
  if (node?.type === "Identifier") return String(node["name"])
  if (node?.type === "MemberExpression" && node["computed"] !== true) return nameOf(nodeAt(node, "property"))
  return node?.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined
}
