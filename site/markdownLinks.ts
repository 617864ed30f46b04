/** Checks the links of the repository's Markdown files as GitHub resolves them: files, pages and anchors. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { anchorsIn, linksIn } from "./markdown.ts"

/** Lists the Markdown files of the repository that people read: those of the root and of `docs`. */
export const markdownFiles = (root: string): ReadonlyArray<string> =>
  ["", "docs/"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}${name}`)
      : []
  )

/** Lists the dead links of the repository's Markdown files, each as `file: link (reason)`. */
export const deadMarkdownLinks = (root: string): ReadonlyArray<string> => {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (file: string): ReadonlySet<string> => {
    const known = anchors.get(file) ?? anchorsIn(readFileSync(join(root, file), "utf8"))
    anchors.set(file, known)
    return known
  }
  return markdownFiles(root).flatMap((file) =>
    linksIn(readFileSync(join(root, file), "utf8")).flatMap(({ anchor, path, text }) => {
      const target = path === "" ? file : join(dirname(file), path)
      if (!existsSync(join(root, target))) return [`${file}: ${text} (no such file)`]
      if (anchor === undefined || !target.endsWith(".md")) return []
      return anchorsOf(target).has(anchor) ? [] : [`${file}: ${text} (no such heading)`]
    })
  )
}
