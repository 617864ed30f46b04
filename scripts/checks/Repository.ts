/** The files of the repository, for checks of their texts. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { type ModuleTexts, readModule } from "./readModule.ts"

/** A mistake in a file. The message states the mistake and the fix. */
export interface Problem {
  /** The path from the root of the repository. */
  readonly path: string
  readonly line?: number | undefined
  readonly message: string
}

/** The files below a folder. Reads each file once. Paths start at the folder, or are absolute. */
export interface Repository {
  readonly root: string
  /** Returns the text of a file. Throws if it does not exist. */
  readonly read: (path: string) => string
  readonly exists: (path: string) => boolean
  /** Returns the names in a folder, and none for a missing folder. */
  readonly namesIn: (folder: string) => ReadonlyArray<string>
  /** Returns the modules and pages below a path, or the path of a file itself. Skips `.d.ts`, `node_modules` and hidden folders. */
  readonly filesAt: (path: string) => ReadonlyArray<string>
  /** Returns the comments and names of a module. Parses each module once. */
  readonly module: (path: string) => ModuleTexts
}

/** Returns the problems of a repository. */
export type Check = (repository: Repository) => ReadonlyArray<Problem> | Promise<ReadonlyArray<Problem>>

/** Returns a function that calls another one once per text. */
const memoize = <A>(compute: (key: string) => A): (key: string) => A => {
  const known = new Map<string, A>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    // Sound: the line above has set it, and `A` may include `undefined`.
    return known.get(key) as A
  }
}

/**
 * Creates the repository in a folder. `parse` reads the comments and names of a module; the default parses the module,
 * and `cachedModules` looks for an earlier result first.
 */
export const makeRepository = (root: string, parse = readModule): Repository => {
  const readAbsolute = memoize((path) => readFileSync(path, "utf8"))
  const read = (path: string) => readAbsolute(resolve(root, path))
  const filesAt = memoize((path): ReadonlyArray<string> => {
    if (!existsSync(resolve(root, path))) return []
    if (statSync(resolve(root, path)).isFile()) return [path]
    return readdirSync(resolve(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? entry.name === "node_modules" || entry.name.startsWith(".") ? [] : filesAt(`${path}/${entry.name}`)
        : /(?<!\.d)\.(?:tsx?|md)$/.test(entry.name)
        ? [`${path}/${entry.name}`]
        : []
    ).toSorted()
  })
  return {
    root,
    read,
    exists: (path) => existsSync(resolve(root, path)),
    namesIn: (folder) => existsSync(resolve(root, folder)) ? readdirSync(resolve(root, folder)) : [],
    filesAt,
    module: memoize((path) => parse(read(path), path))
  }
}

/** Returns the pages that people read: those of the root and of `docs`. */
export const pagesOf = ({ namesIn }: Repository): ReadonlyArray<string> =>
  [
    ...namesIn("."),
    ...["docs", "site/components"].flatMap((folder) => namesIn(folder).map((name) => `${folder}/${name}`))
  ]
    .filter((path) => path.endsWith(".md"))

/** Returns the number of the first line that contains a text, and `undefined` if none does. */
export const lineOf = (text: string, part: string): number | undefined => {
  const index = text.indexOf(part)
  return index < 0 ? undefined : lineAt(text, index)
}

/** Returns the number of the line of a position. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

/** Returns the number of the first line that differs. */
export const firstDifference = (text: string, expected: string): number | undefined => {
  if (text === expected) return undefined
  const lines = expected.split("\n")
  const index = text.split("\n").findIndex((line, index) => line !== lines[index])
  return index < 0 ? text.split("\n").length : index + 1
}

/** Prints a problem as `path:line: message`. */
export const formatProblem = ({ line, message, path }: Problem): string =>
  `${path}${line === undefined ? "" : `:${line}`}: ${message}`
