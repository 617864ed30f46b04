/** Where things are in this repository; shared by the scripts. */
import { readdir, readFile } from "node:fs/promises"
import { resolve } from "node:path"

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
