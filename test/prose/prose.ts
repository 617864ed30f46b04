/**
 * Reads the prose of the repository (comments, texts, test names and pages) and finds banned phrases in it.
 *
 * Run it to list them: `npm exec -- node test/prose/prose.ts src/cache docs/react.md`, with `--names` for test names and
 * `--texts` for the string literals that people read.
 */
import { parseSync } from "@babel/core"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { root } from "../../scripts/repository.ts"
import { bannedOpenings, bannedPhrases } from "./banned.ts"

export type Kind = "comments" | "names" | "texts"

/** A line of prose. */
export interface Line {
  readonly number: number
  readonly text: string
}

/** A banned phrase, with the line that contains it. */
export interface Finding extends Line {
  readonly phrase: string
}

const phrases = new RegExp(`(?<![\\w'’-])(?:${bannedPhrases.join("|")})(?![\\w'’-])`, "gim")
const openings = new RegExp(`(?<=^|[.:;] )(?:${bannedOpenings.join("|")})(?= )`, "gm")

/** Blanks code, addresses and tags out, and keeps the line breaks. */
const withoutCode = (text: string): string =>
  text
    .replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/^@(?:category|since|see|module).*$/gm, "")
    .replace(/`[^`\n]*`|\{@link [^}]*\}/g, "`x`")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/https?:\S+/g, "")

const linesOf = (text: string, first: number): ReadonlyArray<Line> =>
  withoutCode(text).split("\n").map((line, index) => ({ number: first + index, text: line.trim() }))

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly loc: { readonly start: { readonly line: number } }
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Returns the text of a literal, with `x` for each value that is inserted. */
const literal = (node: Node): string | undefined => {
  if (node.type === "StringLiteral" || node.type === "JSXText") return String(node.value)
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi: { readonly value: { readonly cooked: string } }) => quasi.value.cooked).join("x")
}

/** Parses a module, with JSX if its name ends in `x`. Throws for invalid code. */
export const parseModule = (source: string, path: string) => {
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
export const visit = (value: unknown, enter: (node: Node) => void): void => {
  if (Array.isArray(value)) { for (const each of value) visit(each, enter) }
  else if (isNode(value)) {
    enter(value)
    for (const key of Object.keys(value)) if (key !== "loc" && !/comments$/i.test(key)) visit(value[key], enter)
  }
}

/** Returns the prose of a file: a page's text, or the comments, test names or texts of a module. */
export const proseOf = (path: string, kind: Kind): ReadonlyArray<Line> => {
  const source = readFileSync(path, "utf8")
  if (path.endsWith(".md")) return linesOf(source, 1)
  const file = parseModule(source, path)
  if (kind === "comments") {
    return (file.comments ?? []).filter(({ value }) => !/^\s*(?:dprint|oxlint|@ts|[#@]__)/.test(value))
      .flatMap(({ loc, value }) => linesOf(value.replace(/^\s*\*+ ?/gm, ""), loc?.start.line ?? 1))
  }
  const lines: Array<Line> = []
  const add = (node: Node) => {
    const text = literal(node)
    // A text that people read has at least three words.
    if (text !== undefined && (kind === "names" || /[a-z]+ [a-z]+ [a-z]+/i.test(text))) {
      lines.push({ number: node.loc.start.line, text: withoutCode(text).replace(/\s+/g, " ").trim() })
    }
  }
  visit(file.program, (node) => {
    if (kind === "texts") return add(node)
    if (node.type !== "CallExpression" || !isNode(node.callee) || !Array.isArray(node.arguments)) return
    const callee = source.slice(node.callee.start, node.callee.end)
    if (/^(?:it|test|describe|suite|layer)/.test(callee) && isNode(node.arguments[0])) add(node.arguments[0])
  })
  return lines
}

/** Finds banned phrases, also where a phrase continues on the next line. */
export const findBanned = (lines: ReadonlyArray<Line>): ReadonlyArray<Finding> =>
  lines.flatMap((line, index) => {
    const next = lines[index + 1]
    const continued = next !== undefined && next.number === line.number + 1 && line.text !== "" ? ` ${next.text}` : ""
    return [...(line.text + continued).matchAll(phrases), ...line.text.matchAll(openings)]
      .filter((match) => match.index < line.text.length)
      .map(([phrase]) => ({ ...line, phrase }))
  })

export const countWords = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { text }) => sum + (text.match(/[a-z][\w'’-]*/gi) ?? []).length, 0)

/** Returns the modules and pages below a path, in a stable order. */
export const filesAt = (path: string): ReadonlyArray<string> =>
  statSync(path).isFile() ? [path] : readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? entry.name === "node_modules" ? [] : filesAt(join(path, entry.name))
      : /(?<!\.d)\.(?:tsx?|md)$/.test(entry.name)
      ? [join(path, entry.name)]
      : []
  ).toSorted()

if (import.meta.main) {
  const kind: Kind = process.argv.includes("--names")
    ? "names"
    : process.argv.includes("--texts")
    ? "texts"
    : "comments"
  let words = 0
  let count = 0
  for (const path of process.argv.slice(2).filter((each) => !each.startsWith("--")).flatMap((each) => filesAt(each))) {
    const lines = proseOf(path, kind)
    words += countWords(lines)
    for (const { number, phrase, text } of findBanned(lines)) {
      count++
      console.log(`${relative(root, resolve(path))}:${number}: "${phrase}" in: ${text.slice(0, 160)}`)
    }
  }
  console.log(`${count} in ${words} words: ${(1000 * count / Math.max(1, words)).toFixed(2)} per 1,000`)
}
