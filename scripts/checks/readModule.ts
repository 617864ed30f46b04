/** Reads the comments, texts, test names and function names of a module. */
import { parseSync } from "@babel/core"

/** A line of prose, or a name in it. */
export interface Line {
  readonly number: number
  readonly text: string
}

/** The words in a module. */
export interface ModuleTexts {
  readonly comments: ReadonlyArray<Line>
  /** The names of tests and suites. */
  readonly tests: ReadonlyArray<Line>
  /** The string literals that people read: those with at least three words. */
  readonly texts: ReadonlyArray<Line>
  /** The names of declared functions, and of variables and members that hold one. */
  readonly functions: ReadonlyArray<Line>
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly loc: { readonly start: { readonly line: number } }
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Blanks code, addresses and tags out, and keeps the line breaks. */
const withoutCode = (text: string): string =>
  text
    .replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/@generation \d+|^@(?:category|see|module).*$/gm, "")
    .replace(/`[^`\n]*`|\{@link [^}]*\}/g, "`x`")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/https?:\S+/g, "")

/** Returns the lines of a page or a comment without code. */
export const linesOf = (text: string, first: number): ReadonlyArray<Line> =>
  withoutCode(text).split("\n").map((line, index) => ({ number: first + index, text: line.trim() }))

/** Returns the text of a literal, with `x` for each value that is inserted. */
const literal = (node: Node): string | undefined => {
  if (node.type === "StringLiteral" || node.type === "JSXText") return String(node.value)
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi: { readonly value: { readonly cooked: string } }) => quasi.value.cooked).join("x")
}

/** Parses a module, with JSX if its name ends in `x`. Throws for invalid code. */
const parse = (source: string, path: string) => {
  const file = parseSync(source, {
    filename: path,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] }
  })
  if (file === null) throw new Error(`${path} cannot be parsed`)
  return file
}

/** Calls a function with every node of a syntax tree. */
const visit = (value: unknown, enter: (node: Node) => void): void => {
  if (Array.isArray(value)) { for (const each of value) visit(each, enter) }
  else if (isNode(value)) {
    enter(value)
    for (const key of Object.keys(value)) if (key !== "loc" && !/comments$/i.test(key)) visit(value[key], enter)
  }
}

/** Parses a module, and returns its words. */
export const readModule = (source: string, path: string): ModuleTexts => {
  const file = parse(source, path)
  const tests: Array<Line> = []
  const texts: Array<Line> = []
  const functions: Array<Line> = []
  const isFunction = (value: unknown): boolean => {
    if (!isNode(value)) return false
    if (value.type === "CallExpression" && isNode(value.callee)) {
      return /\bfn(?:Untraced)?\b/.test(source.slice(value.callee.start, value.callee.end))
    }
    if (value.type === "TSTypeAnnotation") return isFunction(value.typeAnnotation)
    return /^(?:(?:Arrow)?FunctionExpression|TSFunctionType)$/.test(value.type)
  }
  const lineOf = (node: Node, text: string): Line => ({
    number: node.loc.start.line,
    text: withoutCode(text).replace(/\s+/g, " ").trim()
  })
  visit(file.program, (node) => {
    const text = literal(node)
    if (text !== undefined && /[a-z]+ [a-z]+ [a-z]+/i.test(text)) texts.push(lineOf(node, text))

    if (node.type === "CallExpression" && isNode(node.callee) && Array.isArray(node.arguments)) {
      const callee = source.slice(node.callee.start, node.callee.end)
      const [first] = node.arguments
      const name = isNode(first) ? literal(first) : undefined
      if (/^(?:it|test|describe|suite|layer)/.test(callee) && name !== undefined) tests.push(lineOf(first, name))
    }

    const name = node.id ?? node.key
    const isNamed = /^(?:FunctionDeclaration|ObjectMethod|ClassMethod|TSMethodSignature)$/.test(node.type) ||
      /^(?:VariableDeclarator|ObjectProperty|ClassProperty|TSPropertySignature)$/.test(node.type) &&
        isFunction(node.init ?? node.value ?? node.typeAnnotation)
    if (isNamed && isNode(name) && typeof name.name === "string") {
      functions.push({ number: node.loc.start.line, text: name.name })
    }
  })
  return {
    comments: (file.comments ?? []).filter(({ value }) => !/^\s*(?:dprint|oxlint|@ts|[#@]__)/.test(value))
      .flatMap(({ loc, value }) => linesOf(value.replace(/^\s*\*+ ?/gm, ""), loc?.start.line ?? 1)),
    tests,
    texts,
    functions
  }
}
