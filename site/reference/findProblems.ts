import { existsSync } from "node:fs"
import { dirname, join } from "node:path/posix"
import { root } from "../../scripts/repository.ts"
import { anchorsIn } from "../markdown.ts"
import { folder } from "./pages.ts"

/** Returns a page without its code blocks, in which `[…](…)` is no link. */
const stripCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, "")

/**
 * Returns the problems of generated pages: missing and unexpected pages, links without a target, and paths of this machine.
 * `pages` maps each path in the folder to its text; `location` is the folder, from which links to other pages start.
 */
export const findProblems = (
  pages: ReadonlyMap<string, string>,
  expected: ReadonlyArray<string>,
  location: string = folder
): ReadonlyArray<string> => {
  const missing = expected.filter((path) => !pages.has(path)).map((path) => `${path}: missing`)
  const unexpected = [...pages.keys()].filter((path) => !expected.includes(path)).map((path) => `${path}: unexpected`)
  const anchors = new Map([...pages].map(([path, text]) => [path, anchorsIn(text)]))
  const hasTarget = (path: string, to: string, anchor: string | undefined): boolean => {
    if (/^https?:/.test(to)) return true
    const target = to === "" ? path : join(dirname(path), to)
    if (target.startsWith("../")) return existsSync(join(location, target))
    const found = anchors.get(target)
    return found !== undefined && (anchor === undefined || found.has(anchor))
  }
  const deadLinks = [...pages].flatMap(([path, text]) =>
    Array.from(stripCode(text).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)).flatMap(([link, to, anchor]) =>
      hasTarget(path, to!, anchor) ? [] : [`${path}: dead link ${link}`]
    )
  )
  const localPaths = [...pages].filter(([, text]) => text.includes(root)).map(([path]) => `${path}: contains ${root}`)
  return [...missing, ...unexpected, ...deadLinks, ...localPaths]
}
