/** Paths and files of this repository, for the scripts. */
import { readdirSync, readFileSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join, resolve, sep } from "node:path"

export const root = resolve(import.meta.dirname, "..")

/** The condition under which this repository imports its own sources. */
const sourceCondition = "@latchkey/source"

/** The files of an entry point by condition. */
export interface ExportTargets extends Readonly<Partial<Record<"types" | "node" | "default", string>>> {
  /** The files for `require`, of the entry points that have a CommonJS build. */
  readonly require?: Readonly<Record<"types" | "default", string>>
}

export interface PackageJson {
  /** What npm packs. An exclusion starts with `!`, and names a file or a folder. */
  readonly files: ReadonlyArray<string>
  readonly bin: Record<string, string>
  readonly exports: Record<string, string | ExportTargets>
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}

export const readPackage = async (): Promise<PackageJson> => {
  const manifest: PackageJson = JSON.parse(await readFile(resolve(root, "package.json"), "utf8"))
  return { ...manifest, exports: expandExports(manifest.exports) }
}

/** Replaces each pattern whose sources are in a folder by the entry points that it matches. */
export const expandExports = <Target>(exports: Readonly<Record<string, Target>>): Record<string, Target> =>
  Object.fromEntries(
    Object.entries(exports).flatMap(([path, target]) => {
      // Sound: the condition of the sources names a file or, for styles, an object.
      const source = (target as Readonly<Record<string, unknown>>)[sourceCondition]
      if (!path.includes("*") || typeof source !== "string") return [[path, target]]
      const [folder, extension] = source.split("*") as [string, string]
      return readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(extension))
        .toSorted()
        .map((file) => {
          const name = file.slice(0, -extension.length).replaceAll(sep, "/")
          const expanded: Target = JSON.parse(JSON.stringify(target).replaceAll("*", name))
          return [path.replace("*", name), expanded]
        })
    })
  )

/** Returns the files below a folder that have an extension, sorted by path. */
export const filesIn = async (folder: string, extension: string): Promise<Array<string>> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(extension))
    .map((name) => resolve(folder, name))
    .toSorted()

/** Returns the text of a file of the repository. */
export type Read = (path: string) => string

export const readText: Read = (path) => readFileSync(resolve(root, path), "utf8")

/** Returns the code of a module, and of its re-exports. Constants that it does not re-export lose their `export`. */
export const codeOf = (path: string, read: Read): string => {
  const code = read(path)
  const parts = Array.from(
    code.matchAll(/^export (?:\*|\{([^}]*)\}) from "(\..+)"/gm),
    ([, listed, part]) => {
      const names = listed?.split(",").map((name) => name.trim())
      return codeOf(join(dirname(path), part!), read)
        .replace(/^export (?=const (\w+))/gm, (keyword, name) => names?.includes(name) === false ? "" : keyword)
    }
  )
  return [code, ...parts].join("\n")
}
