import { existsSync } from "node:fs"
import { join } from "node:path"
import { attempt, foldersFrom, readText } from "../project/files.ts"

/**
 * Returns `true` if a `.gitignore` in a folder, or above it in the repository, ignores a file. It reads patterns for names,
 * such as `.env*` and `!.env`, and does not start Git: a new project may not be a repository yet.
 */
export const isIgnored = (start: string, name: string): boolean => {
  let ignored: boolean | undefined
  for (const folder of foldersFrom(start)) {
    const verdict = match(readText(join(folder, ".gitignore")) ?? "", name, folder === foldersFrom(start)[0])
    // The nearest file decides.
    ignored ??= verdict
    if (existsSync(join(folder, ".git"))) break
  }
  return ignored === true
}

/** Returns whether the last matching pattern ignores the file, or `undefined` if none matches. */
const match = (gitignore: string, name: string, isOwn: boolean): boolean | undefined => {
  let ignored: boolean | undefined
  for (const line of gitignore.split(/\r?\n/)) {
    const [, exception = "", anchor = "", pattern = ""] = /^(!?)(\/|\*\*\/)?([^/#\s]+)\s*$/.exec(line) ?? []
    if (pattern === "" || anchor === "/" && !isOwn) continue
    const source = pattern.replaceAll(/[.+^${}()|\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")
    // `[z-a]` is a Git pattern, and no regular expression.
    if (attempt(() => new RegExp(`^${source}$`))?.test(name) === true) ignored = exception === ""
  }
  return ignored
}
