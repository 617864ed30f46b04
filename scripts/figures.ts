/**
 * Measured figures. `npm run size`, `types:cost`, `bench` and `check:install` write them to `docs/figures` with `-- --write`, and
 * `npm run generate` replaces each number in a page that is followed by the name of its figure in a comment:
 * `29.2<!--sizes.sign-in.bundled-->`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { join } from "node:path"
import { type Read, readText, root } from "./repository.ts"

/** The files of `docs/figures`. */
export const figureFiles = ["sizes", "types", "times", "install", "recordings", "attacks"] as const

/** The pages that prove something with figures: every measured figure in their tables has a name. */
export const figurePages = ["README.md", "docs/why.md", "docs/performance.md", "docs/performance-servers.md"]

/** Lists the pages that may have figures, in the given list of names in `docs`. */
export const pagesWithFigures = (guides: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...figurePages,
  "SECURITY.md",
  ...guides.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`).filter((path) =>
    !figurePages.includes(path)
  )
]

export type FigureFile = (typeof figureFiles)[number]

/** A group's figures by name, such as `bundled` and `later` of a program. */
type Groups = Readonly<Record<string, Readonly<Record<string, number>>>>

interface Run {
  /** The day, in UTC. */
  readonly date: string
  readonly command: string
  readonly machine: string
  readonly note?: string
  readonly versions: Readonly<Record<string, string>>
  readonly figures: Groups
}

interface Measurements {
  /** The digits after the point. Without it, a figure has those of the file. */
  readonly digits?: number
  /** The runs, oldest first. A group is part of the last run that measured it. */
  readonly runs: ReadonlyArray<Run>
}

const pathOf = (file: FigureFile): string => `docs/figures/${file}.json`

const parse = (file: FigureFile, read: Read): Measurements => JSON.parse(read(pathOf(file)))

/** Returns a figure by its name, such as `sizes.sign-in.bundled` or `sizes.date`, and `undefined` for an unknown one. */
const lookUp = (name: string, read: Read): string | undefined => {
  const [file, group, figure] = name.split(".")
  const known = figureFiles.find((each) => each === file)
  if (known === undefined) return undefined
  const { digits, runs } = parse(known, read)
  if (group === "date" && figure === undefined) return runs.at(-1)?.date
  const value = runs.findLast(({ figures }) => Object.hasOwn(figures, group!))?.figures[group!]?.[figure!]
  return digits === undefined ? value?.toLocaleString("en") : value?.toFixed(digits)
}

/**
 * Returns the text for a name. `percent of a, b` is the first figure as a share of the second one, `times of a, b` is how often the
 * first one contains the second, and `sum of a, b` and `difference of a, b` keep at most one digit after the point.
 */
export const figureOf = (name: string, read: Read): string | undefined => {
  const [, kind, first, second] = /^(percent|times|sum|difference) of (\S+), (\S+)$/.exec(name) ?? []
  if (kind === undefined) return lookUp(name, read)
  const [a, b] = [lookUp(first!, read), lookUp(second!, read)].map((text) => Number(text?.replaceAll(",", "")))
  if (a === undefined || b === undefined || Number.isNaN(a + b)) return undefined
  if (kind === "percent") return Math.round(100 * a / b).toString()
  if (kind === "times") return Math.round(a / b).toString()
  return (kind === "sum" ? a + b : a - b).toLocaleString("en", { maximumFractionDigits: 1 })
}

/** A number or a day, and the name of its figure. */
const placeholder = /(\d[\d.,-]*)<!--([a-z][^>]*?)-->/g

/** Lists the named figures of a page. */
export const figuresIn = (
  text: string
): ReadonlyArray<{ readonly shown: string; readonly name: string; readonly index: number }> =>
  Array.from(text.matchAll(placeholder), ({ 1: shown, 2: name, index }) => ({ shown: shown!, name: name!, index }))

/** Returns a page with the current figures. Unknown names keep their number, and fail `npm run check -- figures`. */
export const fillFigures = (text: string, read: Read): string =>
  text.replace(placeholder, (match, _shown, name: string) => {
    const figure = figureOf(name, read)
    return figure === undefined ? match : `${figure}<!--${name}-->`
  })

/** Removes the names, for readers that show comments. */
export const withoutNames = (text: string): string => text.replace(placeholder, "$1")

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version

/** Adds the groups of a run. A run whose groups were all measured again is removed. */
export const addRun = ({ runs, ...rest }: Measurements, run: Run): Measurements => ({
  ...rest,
  runs: [
    ...runs.flatMap((earlier) => {
      const kept = Object.entries(earlier.figures).filter(([group]) => !Object.hasOwn(run.figures, group))
      return kept.length === 0 ? [] : [{ ...earlier, figures: Object.fromEntries(kept) }]
    }),
    run
  ]
})

/** Writes measured groups into a file of `docs/figures`, and fills the pages. */
export const writeFigures = (file: FigureFile, command: string, figures: Groups): void => {
  const after = addRun(parse(file, readText), {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: `${cpus().length} processors, ${process.platform}-${process.arch}`,
    versions: {
      node: process.versions.node,
      effect: versionOf("effect"),
      rolldown: versionOf("rolldown"),
      typescript: versionOf("typescript")
    },
    figures
  })
  writeFileSync(join(root, pathOf(file)), `${JSON.stringify(after, null, 2)}\n`)
  console.log(`wrote ${pathOf(file)}`)
  execFileSync(process.execPath, [join(root, "scripts/generate.ts")], { cwd: root, stdio: "inherit" })
}
