/** Checks the links of the built site: every page, file and anchor that its HTML mentions has to exist. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"

const decode = (text: string): string => {
  const plain = text.replaceAll("&amp;", "&").replaceAll("&quot;", `"`)
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Returns the file that every static server would send for a path: some do not add `.html`. */
const fileOf = (folder: string, path: string): string | undefined =>
  [path, posix.join(path, "index.html")].find((candidate) => {
    const file = join(folder, candidate)
    return existsSync(file) && statSync(file).isFile()
  })

/** Lists the dead links of a built site that is served under `base`, each as `page: link (reason)`. */
export const deadSiteLinks = (folder: string, base: string): ReadonlyArray<string> => {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/")).filter((path) => path.endsWith(".html"))
  const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]))
  const ids = new Map(
    [...html].map(([page, text]) => [
      page,
      new Set(Array.from(text.matchAll(/\s(?:id|name)="([^"]*)"/g), ([, id]) => decode(id!)))
    ])
  )
  return pages.filter((page) => page !== "404.html").flatMap((page) => {
    const links = new Set(Array.from(html.get(page)!.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, link]) => link!))
    return [...links].flatMap((link) => {
      if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return []
      const [path = "", anchor] = decode(link).split("#")
      if (path.startsWith("/") && !path.startsWith(base)) return [`${page}: ${link} (outside of ${base})`]
      const target = path === ""
        ? page
        : path.startsWith("/")
        ? path.slice(base.length)
        : posix.join(posix.dirname(page), path)
      const file = fileOf(folder, target.replace(/\?.*$/, ""))
      if (file === undefined) return [`${page}: ${link} (no such page)`]
      return anchor === undefined || anchor === "" || !ids.has(file) || ids.get(file)!.has(anchor)
        ? []
        : [`${page}: ${link} (no such anchor)`]
    })
  })
}
