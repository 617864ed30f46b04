/** Where things are in this repository; shared by the scripts. */
import { readFileSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "..")

export interface PackageJson {
  readonly bin: Record<string, string>
  readonly exports: Record<string, string | { readonly default: string }>
  readonly dependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}

export const readPackage = async (): Promise<PackageJson> =>
  JSON.parse(await readFile(resolve(root, "package.json"), "utf8"))

/** All files below a folder with an extension, in a stable order. */
export const filesIn = async (folder: string, extension: string): Promise<Array<string>> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(extension))
    .map((name) => resolve(folder, name))
    .toSorted()

/** The code of a module, and of the modules whose exports it hands on as its own. */
export const codeOf = (path: string): string => {
  const code = readFileSync(path, "utf8")
  const parts = Array.from(code.matchAll(/^export \* from "(\..+)"/gm), ([, part]) => resolve(dirname(path), part!))
  return [code, ...parts.map(codeOf)].join("\n")
}
