/** Lists the pages of the reference: one per entry point of the package and one per namespace. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { isEntryPoint, moduleFiles } from "../../scripts/moduleFiles.ts"
import { expandExports, readText, root } from "../../scripts/repository.ts"

/** The folder of the generated pages. */
export const folder = join(root, "site/pages/reference")

export interface Entry {
  /** The import specifier, such as `latchkey/server`. */
  readonly name: string
  /** The module's path in the repository, such as `src/server.ts`. */
  readonly path: string
  /** The name of its page and of its namespaces' folder, such as `server`. */
  readonly page: string
}

interface Exports {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly "@latchkey/source"?: unknown }>>
}

/** Lists the entry points in the order of package.json. Exports without a module as source are not entry points. */
export const entriesIn = ({ exports, name }: Exports): ReadonlyArray<Entry> =>
  Object.entries(expandExports(exports)).flatMap(([path, target]) => {
    const source = typeof target === "string" ? undefined : target["@latchkey/source"]
    if (typeof source !== "string") return []
    const below = path.slice(2)
    return [{
      name: below === "" ? name : `${name}/${below}`,
      path: source.slice(2),
      page: below === "" ? name : below.replaceAll("/", "-")
    }]
  })

/** Lists the entry points of this package. A subpath of a namespace is documented by its entry point. */
export const entries = (): ReadonlyArray<Entry> => {
  const all = entriesIn(JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  const namespaces = new Set(all.flatMap(({ path }) => namespacesOf(path).map(({ source }) => source)))
  const modules = new Map(moduleFiles(readText).map((module) => [module.path, module]))
  return all.flatMap((entry) => {
    const module = modules.get(entry.path)
    if (module !== undefined) return isEntryPoint(module) ? [{ ...entry, path: module.source }] : []
    return namespaces.has(entry.path) ? [] : [entry]
  })
}

/** Lists the namespaces of a module with the paths of their sources. */
const namespacesOf = (path: string): ReadonlyArray<{ readonly name: string; readonly source: string }> =>
  Array.from(
    readFileSync(join(root, path), "utf8").matchAll(/^export (?:type )?\* as (\w+) from "(\..+)"/gm),
    ([, name, source]) => ({ name: name!, source: join(dirname(path), source!) })
  )

/**
 * Lists the paths of the expected pages. Re-exports of other packages have no page. A namespace of several entry points is
 * documented by the first one, to which the others link.
 */
export const pagesOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const documented = new Set<string>()
  const isFirst = ({ source }: { readonly source: string }) => !documented.has(source) && documented.add(source)
  return [
    "README.md",
    ...entries.flatMap(({ page, path }) => [
      `${page}.md`,
      ...namespacesOf(path).filter(isFirst).map(({ name }) => `${page}/${name}.md`)
    ])
  ]
}

/** Reads the pages in a folder, by path. */
export const pagesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
      .filter((path) => path.endsWith(".md"))
      .map((path) => [path.replaceAll(sep, "/"), readFileSync(join(folder, path), "utf8")])
  )
