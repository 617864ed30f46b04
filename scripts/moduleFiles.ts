/** The files in `src/modules`: one for each namespace, so that one wildcard in package.json exports them all. */
import type { Read } from "./repository.ts"

/** The entry points with namespaces, by the prefix of their subpaths. */
const entries: Readonly<Record<string, string>> = {
  "": "src/index.ts",
  "server/": "src/server.ts",
  "admin/": "src/admin.ts"
}

/** The file of a subpath such as `latchkey/server/Users`. */
export interface ModuleFile {
  /** The subpath, such as `server/Users`. */
  readonly subpath: string
  /** The path of the file, such as `src/modules/server/Users.ts`. */
  readonly path: string
  /** The path of the module that it exports, such as `src/server/Users.ts`. */
  readonly source: string
  readonly text: string
}

/** Derives the files from the namespaces of the entry points. */
export const moduleFiles = (read: Read): ReadonlyArray<ModuleFile> =>
  Object.entries(entries).flatMap(([prefix, entry]) =>
    Array.from(read(entry).matchAll(/^export \* as (\w+) from "\.\/(.+)"/gm), ([, name, source]) => ({
      subpath: `${prefix}${name}`,
      path: `src/modules/${prefix}${name}.ts`,
      source: `src/${source}`,
      text: `export * from "${prefix === "" ? "../" : "../../"}${source}"\n`
    }))
  )
