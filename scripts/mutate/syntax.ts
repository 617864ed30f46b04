/** The syntax tree of a module, as far as mutation needs it: nodes with their place and their children. */
import { parseAst } from "rolldown/parseAst"

/** A node of the tree in the ESTree format. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

// Parts without behaviour, and parts that must stay: what is written to, names, types and the base of a class.
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

/** Parses TypeScript, and fails with a `SyntaxError` for invalid code. */
export const parse = (code: string): Node =>
  // The parser's types are exact; the mutation reads all nodes by the same few fields.
  parseAst(code, { lang: "ts", sourceType: "module" }) as unknown as Node

/** Returns the node in a field, or `undefined`. */
export const nodeAt = (node: Node, key: string): Node | undefined => {
  const value = node[key]
  return isNode(value) ? value : undefined
}

/** Returns the nodes in a field that is a list; gaps of array patterns are left out. */
export const nodesAt = (node: Node, key: string): ReadonlyArray<Node> => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Returns the child nodes that can have behaviour, with the field that each is in. */
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

/** Returns the name of an identifier, or of a property that is not computed. */
export const nameOf = (node: Node | undefined): string | undefined => {
  if (node?.type === "Identifier") return String(node["name"])
  if (node?.type === "MemberExpression" && node["computed"] !== true) return nameOf(nodeAt(node, "property"))
  return node?.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined
}
