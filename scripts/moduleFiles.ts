/** The files in `src/modules`: one for each namespace and smaller entry point, so that one wildcard in package.json exports them all. */
import type { Read } from "./repository.ts"

/** The entry points with namespaces, by the prefix of their subpaths. */
const entries: Readonly<Record<string, string>> = {
  "": "src/index.ts",
  "server/": "src/server.ts",
  "admin/": "src/admin.ts"
}

/** The entry points without an own key in package.json, by subpath. */
const others: Readonly<Record<string, string>> = {
  "emulator/node": "src/emulator/node.ts",
  "emulator/playwright": "src/emulator/playwright/index.ts",
  "emulator/testing": "src/emulator/testing.ts",
  "replay/vitest": "src/replay/vitest.ts"
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

const moduleFile = (subpath: string, source: string): ModuleFile => ({
  subpath,
  path: `src/modules/${subpath}.ts`,
  source,
  text: `export * from "${"../".repeat(subpath.split("/").length)}${source.slice("src/".length)}"\n`
})

/** Derives the files from the namespaces of the entry points, and from the other subpaths. */
export const moduleFiles = (read: Read): ReadonlyArray<ModuleFile> => [
  ...Object.entries(entries).flatMap(([prefix, entry]) =>
    Array.from(
      read(entry).matchAll(/^export \* as (\w+) from "\.\/(.+)"/gm),
      ([, name, source]) => moduleFile(`${prefix}${name}`, `src/${source}`)
    )
  ),
  ...Object.entries(others).map(([subpath, source]) => moduleFile(subpath, source))
]

/** Returns `true` if a file in `src/modules` is an entry point, and not a namespace of one. */
export const isEntryPoint = ({ subpath }: ModuleFile): boolean => Object.hasOwn(others, subpath)
