/**
 * The mutation operators. Each mutant is a single plausible mistake that may compile.
 *
 * Human-readable strings are not mutated: error messages, span names and service keys.
 */
import { childrenOf, nameOf, type Node, nodeAt, nodesAt, parse, stripTypes } from "./syntax.ts"

/** A mutant: a range of code is replaced or removed. */
export interface Mutant {
  readonly operator: string
  readonly start: number
  readonly end: number
  /** The replacement of the range; `undefined` removes a statement. */
  readonly replacement: string | undefined
}

/** A mutant with its position. */
export interface Fault {
  readonly id: number
  readonly file: string
  readonly line: number
  /** The first line of the mutant, without indentation. */
  readonly code: string
  readonly change: string
  readonly mutant: Mutant
}

type Report = (operator: string, node: Node, replacement: string | undefined) => void

const boundaries = new Map(Object.entries({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" }))
const equalities = new Map(Object.entries({ "===": "!==", "!==": "===", "==": "!=", "!=": "==" }))
const arithmetic = new Map(Object.entries({ "-": "+", "*": "/", "/": "*", "%": "*" }))
const assignments = new Map(Object.entries({ "+=": "-=", "-=": "+=", "??=": "=", "||=": "=", "&&=": "=" }))
const methods = new Map(Object.entries({
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  isLessThan: "isGreaterThan",
  isGreaterThan: "isLessThan"
}))
/** Methods that refine their receiver. The mutant uses the receiver itself. */
const refinements = new Set([
  "filter",
  "trim",
  "toLowerCase",
  "toUpperCase",
  "toSorted",
  "toReversed",
  "slice",
  "replace",
  "replaceAll"
])
/** Effect functions that add a step or a guard to their first argument. */
const guards = new Set([
  "catch",
  "catchCause",
  "catchFilter",
  "catchIf",
  "catchReason",
  "catchTag",
  "catchTags",
  "delay",
  "ensuring",
  "filterOrFail",
  "ignore",
  "interruptible",
  "mapError",
  "onError",
  "onExit",
  "onInterrupt",
  "orElseSucceed",
  "provide",
  "provideService",
  "repeat",
  "retry",
  "tap",
  "tapCause",
  "tapError",
  "timeout",
  "timeoutOption",
  "timeoutOrElse",
  "uninterruptible"
])
/** Calls whose string arguments are labels without behavior. */
const labels =
  /^(trace|withSpan|withLogSpan|annotateLogs|annotateCurrentSpan|fn|Service|Reference|TaggedError|CodedError|TaggedErrorClass|TaggedClass)$/
const words = /[A-Za-z]{2,} [A-Za-z]{2,}/

/** Returns the mutants of a module, in code order. */
export const mutantsOf = (code: string): ReadonlyArray<Mutant> => {
  const mutants: Array<Mutant> = []
  const report: Report = (operator, { end, start }, replacement) => {
    mutants.push({ operator, start, end, replacement })
  }
  visit(parse(code), { code, report, isTest: false, isLabel: false, isStep: false, isMutable: false })
  return mutants.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

interface Place {
  readonly code: string
  readonly report: Report
  /** `true` for the condition of an `if`, a loop or a conditional expression. */
  readonly isTest: boolean
  /** `true` inside a human-readable string. */
  readonly isLabel: boolean
  /** `true` for an argument of `pipe`. */
  readonly isStep: boolean
  /** `true` if the node can be combined with another expression in parentheses. */
  readonly isMutable: boolean
}

function visit(node: Node, place: Place): void {
  if (node.type === "ImportDeclaration" || node.type.startsWith("ExportAll")) return
  if (place.isMutable) mutateExpression(node, place)
  mutateStatement(node, place)
  const isLabel = place.isLabel || isLabelled(node)
  const isPipe = node.type === "CallExpression" && /^(pipe|flow)$/.test(nameOf(nodeAt(node, "callee")) ?? "")
  for (const { child, key } of childrenOf(node)) {
    visit(child, {
      ...place,
      isTest: key === "test",
      isStep: isPipe && key === "arguments",
      isLabel: isLabel && !(isCallOf(node, labels) && child !== nodesAt(node, "arguments")[0] && !place.isLabel),
      isMutable: isExpressionPlace(node, key)
    })
  }
}

const isCallOf = (node: Node, names: RegExp): boolean => {
  if (node.type !== "CallExpression") return false
  const callee = nodeAt(node, "callee")
  return names.test(nameOf(callee?.type === "CallExpression" ? nodeAt(callee, "callee") : callee) ?? "")
}

/** Returns `true` if the content of a node is human-readable text. */
const isLabelled = (node: Node): boolean =>
  (node.type === "Property" && /^(message|description|identifier)$/.test(nameOf(nodeAt(node, "key")) ?? "")) ||
  (node.type === "NewExpression" && /^(\w*Error)$/.test(nameOf(nodeAt(node, "callee")) ?? "") &&
    nodesAt(node, "arguments")[0]?.type !== "ObjectExpression") ||
  isCallOf(node, labels)

/** Returns `true` if a child is an expression that may be parenthesized. */
const isExpressionPlace = (node: Node, key: string): boolean => {
  switch (node.type) {
    case "Property":
      return key === "value" && node["shorthand"] !== true && node["method"] !== true && node["kind"] === "init"
    case "MethodDefinition":
    case "TemplateLiteral":
      return key === "expressions"
    case "AssignmentExpression":
    case "AssignmentPattern":
    case "ForOfStatement":
    case "ForInStatement":
      return key === "right"
    // Parentheses would change the meaning of a part of an optional chain, or of a method without its receiver.
    case "ChainExpression":
    case "UpdateExpression":
      return false
    case "MemberExpression":
      return key === "object" && !isChainLink(nodeAt(node, "object"))
    case "CallExpression":
    case "NewExpression":
      return key === "arguments"
    case "VariableDeclarator":
      return key === "init"
    case "ArrowFunctionExpression":
      return key === "body" && nodeAt(node, "body")?.type !== "BlockStatement"
    case "FunctionExpression":
    case "FunctionDeclaration":
    case "ArrayPattern":
    case "ObjectPattern":
    case "ClassBody":
    case "BlockStatement":
    case "Program":
    case "LabeledStatement":
    case "CatchClause":
    case "ExportNamedDeclaration":
    case "ExportSpecifier":
    case "VariableDeclaration":
      return false
    default:
      return key !== "body" && key !== "consequent" && key !== "alternate" && key !== "cases" && key !== "init" ||
        node.type === "ConditionalExpression"
  }
}

const isChainLink = (node: Node | undefined): boolean =>
  node?.type === "MemberExpression" || node?.type === "CallExpression"

function mutateStatement(node: Node, { report }: Place): void {
  if (node.type === "ExpressionStatement" && node["directive"] == null) report("statement", node, undefined)
  if (node.type === "ContinueStatement" || node.type === "ThrowStatement") report("statement", node, undefined)
}

function mutateExpression(node: Node, place: Place): void {
  const { code, isLabel, isTest, report } = place
  const text = (part: Node) => code.slice(part.start, part.end)
  if (isTest && node.type !== "Literal") {
    report("condition", node, "true")
    report("condition", node, "false")
  }
  switch (node.type) {
    case "LogicalExpression":
      report("operand", node, text(nodeAt(node, "left")!))
      report("operand", node, text(nodeAt(node, "right")!))
      break
    case "BinaryExpression":
      mutateBinary(node, place, text)
      break
    case "UnaryExpression":
      if (node["operator"] === "!" && !isTest) report("negation", node, text(nodeAt(node, "argument")!))
      break
    case "ConditionalExpression":
      // A condition has its own mutants: always and never.
      break
    case "AssignmentExpression": {
      const operator = assignments.get(String(node["operator"]))
      if (operator !== undefined) {
        report("assignment", node, `${text(nodeAt(node, "left")!)} ${operator} ${text(nodeAt(node, "right")!)}`)
      }
      break
    }
    case "UpdateExpression": {
      const argument = text(nodeAt(node, "argument")!)
      const operator = node["operator"] === "++" ? "--" : "++"
      report("arithmetic", node, node["prefix"] === true ? `${operator}${argument}` : `${argument}${operator}`)
      break
    }
    case "Literal":
      if (!isLabel) mutateLiteral(node, place, text)
      break
    case "TemplateLiteral":
      if (!isLabel && !words.test(text(node))) report("text", node, `""`)
      break
    case "ArrayExpression":
      for (const element of nodesAt(node, "elements")) report("element", node, removePart(node, element, code))
      break
    case "ObjectExpression":
      for (const property of nodesAt(node, "properties")) {
        if (isOptionalPart(property)) report("property", node, removePart(node, property, code))
      }
      break
    case "ChainExpression":
      mutateChain(node, place)
      break
    case "CallExpression":
      mutateCall(node, place, text)
      break
  }
}

function mutateBinary(node: Node, { code, isTest, report }: Place, text: (part: Node) => string): void {
  const operator = String(node["operator"])
  const sides = [nodeAt(node, "left")!, nodeAt(node, "right")!] as const
  // Parentheses around the operands are not in the tree, so only the operator is replaced.
  const combine = (other: string) =>
    code.slice(node.start, sides[0].end) +
    code.slice(sides[0].end, sides[1].start).replace(operator, other) +
    code.slice(sides[1].start, node.end)
  const boundary = boundaries.get(operator)
  if (boundary !== undefined) {
    report("boundary", node, combine(boundary))
    if (!isTest) report("comparison", node, `!(${text(node)})`)
  }
  const equality = equalities.get(operator)
  if (equality !== undefined && !isTest) report("comparison", node, combine(equality))
  const other = arithmetic.get(operator)
  if (other !== undefined) report("arithmetic", node, combine(other))
  if (operator === "+" && !sides.some((side) => /^["'`]/.test(text(side)))) {
    report("arithmetic", node, combine("-"))
  }
}

function mutateLiteral(node: Node, { report }: Place, text: (part: Node) => string): void {
  const value = node["value"]
  if (node["regex"] !== undefined) {
    const source = text(node)
    if (source.startsWith("/^")) report("pattern", node, `/${source.slice(2)}`)
    if (/[^\\]\$\/\w*$/.test(source)) report("pattern", node, source.replace(/\$(?=\/\w*$)/, ""))
    if (/\/\w*i\w*$/.test(source)) report("pattern", node, source.replace(/i(?=\w*$)/, ""))
  } else if (typeof value === "boolean") report("boolean", node, String(!value))
  else if (typeof value === "number") {
    if (value <= 2) report("number", node, String(value + 1))
    else {
      report("number", node, String(value * 2))
      report("number", node, String(Math.floor(value / 2)))
    }
  } else if (typeof value === "string" && !words.test(value)) {
    report("text", node, JSON.stringify(`${value}x`))
  }
}

/** Removes each `?` of an optional chain. Chains inside arguments have their own mutants. */
function mutateChain(node: Node, { code, report }: Place): void {
  let link = nodeAt(node, "expression")
  while (link !== undefined) {
    const base = nodeAt(
      link,
      link.type === "CallExpression" ? "callee" : link.type === "MemberExpression" ? "object" : "expression"
    )
    if (link["optional"] === true && base !== undefined) {
      // Closing parentheses of the base come before the question mark.
      const plain = code.slice(base.end, node.end).replace(/^(\s*\)*\s*)\?\.(?=[[(])/, "$1").replace(
        /^(\s*\)*\s*)\?\./,
        "$1."
      )
      report("chain", node, code.slice(node.start, base.end) + plain)
    }
    link = base
  }
}

function mutateCall(node: Node, { code, isStep, report }: Place, text: (part: Node) => string): void {
  const callee = nodeAt(node, "callee")!
  const given = nodesAt(node, "arguments")
  const name = nameOf(callee) ?? ""
  const object = callee.type === "MemberExpression" ? nodeAt(callee, "object")! : undefined
  const isModule = object !== undefined && /^[A-Z]\w+$/.test(text(object))
  const swapped = methods.get(name)
  if (object !== undefined && swapped !== undefined) {
    const property = nodeAt(callee, "property")!
    report("method", node, code.slice(node.start, property.start) + swapped + code.slice(property.end, node.end))
  }
  if (object !== undefined && !isModule && refinements.has(name)) report("call", node, text(object))
  if (isModule && !isStep && guards.has(name) && given.length > 1) report("call", node, text(given[0]!))
  if (name === "pipe") {
    const steps = object !== undefined && !isModule ? given : given.slice(1)
    for (const step of steps) {
      if (!isCallOf(step, labels)) report("step", node, removePart(node, step, code))
    }
  } else if (!isModule && given.length > 1 && !isCallOf(node, labels)) {
    report("argument", node, removePart(node, given.at(-1)!, code))
  }
}

/** Returns `true` for a property that can plausibly be forgotten: not a function, a label or a tag. */
const isOptionalPart = (property: Node): boolean => {
  if (property.type === "SpreadElement") return true
  if (property["method"] === true || isLabelled(property)) return false
  const value = nodeAt(property, "value")
  return value !== undefined && !/Function/.test(stripTypes(value).type) && nameOf(nodeAt(property, "key")) !== "_tag"
}

/** Returns the code of a list without one of its elements and its comma. */
const removePart = (list: Node, part: Node, code: string): string => {
  const before = code.slice(list.start, part.start)
  const after = code.slice(part.end, list.end)
  const hasNext = /^\s*,/.test(after)
  return hasNext ? before + after.replace(/^\s*,\s*/, "") : before.replace(/,\s*$/, "") + after
}
