/** Checks the links of the repository's Markdown files as GitHub resolves them: files, pages and anchors. */
import { dirname, posix } from "node:path"
import { anchorsIn, linksIn } from "../../site/markdown.ts"
import { lineOf, pagesOf, type Problem, type Repository } from "./Repository.ts"

/** Lists the dead links of the pages that people read. */
export const checkLinks = (repository: Repository): ReadonlyArray<Problem> => {
  const { exists, read } = repository
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (path: string): ReadonlySet<string> => {
    const known = anchors.get(path) ?? anchorsIn(read(path))
    anchors.set(path, known)
    return known
  }
  return pagesOf(repository).flatMap((page) =>
    linksIn(read(page)).flatMap(({ anchor, path, text }) => {
      const target = path === "" ? page : posix.join(dirname(page), path)
      const dead = (reason: string): ReadonlyArray<Problem> => [
        { path: page, line: lineOf(read(page), text), message: `the link ${text} is dead: no such ${reason}` }
      ]
      if (!exists(target)) return dead("file")
      if (anchor === undefined || !target.endsWith(".md")) return []
      return anchorsOf(target).has(anchor) ? [] : dead("heading")
    })
  )
}
