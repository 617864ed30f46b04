/** The parts of the README that the landing page shows: examples, which a test compiles, and the table beside the official client. */
import { withoutNames } from "../../../scripts/figures.ts"
import { readText } from "../../../scripts/repository.ts"

/** A code block, with its language. */
export interface Code {
  readonly language: string
  readonly text: string
}

/** A row of the table beside the official client: cells in Markdown. */
export interface ComparisonRow {
  readonly topic: string
  readonly ours: string
  readonly theirs: string
}

/** The size of one program with Latchkey and with the official client, in kB, minified and gzipped. */
export interface Size {
  readonly entry: string
  readonly text: string
  readonly ours: number
  readonly theirs: number
}

/** The parts of the README. */
export interface Readme {
  readonly examples: readonly [promise: Code, react: Code, effect: Code]
  readonly server: Code
  readonly test: Code
  readonly comparison: ReadonlyArray<ComparisonRow>
  readonly officialClient: string
  readonly sizes: ReadonlyArray<Size>
}

/** Describes a part that the README no longer has. */
class ReadmeError extends Error {}

const find = (text: string, pattern: RegExp, what: string): RegExpExecArray => {
  const match = pattern.exec(text)
  if (match === null) throw new ReadmeError(`The landing page shows ${what} of README.md, which has none`)
  return match
}

const codesIn = (text: string): ReadonlyArray<Code> =>
  Array.from(text.matchAll(/^```(tsx?)\n([\s\S]*?)\n```$/gm), ([, language, text]) => ({
    language: language!,
    text: text!
  }))

const codeBelow = (text: string, heading: string): Code => {
  const [section] = find(text, new RegExp(`^## ${heading}\\n[\\s\\S]*?(?=^## )`, "m"), `the section "${heading}"`)
  const [code] = codesIn(section)
  if (code === undefined) throw new ReadmeError(`The section "${heading}" of README.md has no code`)
  return code
}

const rowsIn = (text: string): ReadonlyArray<ComparisonRow> => {
  const [, body] = find(
    text,
    /^\| \| Latchkey \| official client \|\n\|[-|]+\|\n((?:\|.*\|\n)+)/m,
    "the table beside the official client"
  )
  return body!.trim().split("\n").map((line) => {
    const [topic, ours, theirs] = line.split("|").slice(1, -1).map((cell) => cell.trim())
    return { topic: topic!, ours: ours!, theirs: theirs! }
  })
}

/** Reads the rows with sizes, such as "sign-in with Effect, `latchkey`". "the same" repeats the cell above. */
const sizesIn = (rows: ReadonlyArray<ComparisonRow>): ReadonlyArray<Size> => {
  const sizeIn = (cell: string): number => Number(find(cell, /([\d.]+) kB/, "a size")[1])
  let theirs = ""
  return rows.flatMap((row) => {
    if (row.theirs !== "the same") theirs = row.theirs
    const [, text, entry] = /^(.+), `(latchkey[\w/-]*)`$/.exec(row.topic) ?? []
    if (text === undefined || entry === undefined) return []
    return [{ entry, text: text.replaceAll("`", ""), ours: sizeIn(row.ours), theirs: sizeIn(theirs) }]
  })
}

/** Reads the README. Fails if it lacks one of the parts. */
export const readReadme = (source: string = readText("README.md")): Readme => {
  const text = withoutNames(source)
  const [promise, react, effect] = codesIn(text)
  if (promise === undefined || react === undefined || effect === undefined) {
    throw new ReadmeError("README.md has fewer than three examples")
  }
  const comparison = rowsIn(text)
  const sizes = sizesIn(comparison)
  if (sizes.length === 0) throw new ReadmeError("The table of README.md has no row with the size of an entry point")
  return {
    examples: [promise, react, effect],
    server: codeBelow(text, "A server"),
    test: codeBelow(text, "A test"),
    comparison,
    officialClient: find(text, /official client, (`@[\s\S]*?[\d.]+\d)\./, "the official client's version")[1]!,
    sizes
  }
}
