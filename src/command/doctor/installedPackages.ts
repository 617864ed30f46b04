import { realpathSync } from "node:fs"
import { join } from "node:path"
import { isObject } from "../../wire/parseJson.ts"
import { attempt, foldersFrom, isFolder, listFolder, readObject, toTexts } from "../project/files.ts"

export interface InstalledPackage {
  /** Without symbolic links. */
  readonly folder: string
  readonly version: string
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** Finds a package as Node resolves it from a folder. Never fails. */
export const readInstalled = (from: string, name: string): InstalledPackage | undefined => {
  for (const folder of foldersFrom(from)) {
    const found = readPackage(join(folder, "node_modules", name))
    if (found !== undefined) return found
  }
  return undefined
}

const readPackage = (folder: string): InstalledPackage | undefined => {
  const manifest = readObject(join(folder, "package.json"))
  return typeof manifest?.["version"] === "string"
    ? {
      folder: toRealPath(folder),
      version: manifest["version"],
      peerDependencies: toTexts(manifest["peerDependencies"])
    }
    : undefined
}

const toRealPath = (path: string): string => attempt(() => realpathSync(path)) ?? path

/** A package that depends on another one, and the copy that it loads. */
export interface Dependent {
  readonly name: string
  /** `true` for a peer dependency: the package expects the app's copy. */
  readonly isPeer: boolean
  readonly copy: InstalledPackage
}

/** Finds the installed packages that depend on a package, from the given folders upwards. Never fails. */
export const findDependents = (starts: ReadonlyArray<string>, name: string): ReadonlyArray<Dependent> => {
  const dependents = new Map<string, Dependent>()
  for (const start of starts) {
    for (const folder of foldersFrom(start)) {
      for (const dependency of listPackages(join(folder, "node_modules"))) {
        const manifest = readObject(join(dependency, "package.json"))
        const isPeer = hasKey(manifest?.["peerDependencies"], name)
        if (!isPeer && !hasKey(manifest?.["dependencies"], name)) continue
        const copy = readInstalled(dependency, name)
        if (copy !== undefined) dependents.set(dependency, { name: String(manifest?.["name"]), isPeer, copy })
      }
      // Packages further up belong to other projects.
      if (isFolder(join(folder, ".git"))) break
    }
  }
  return [...dependents.values()]
}

const hasKey = (value: unknown, key: string): boolean => isObject(value) && Object.hasOwn(value, key)

/** Lists the package folders in a `node_modules`, including scoped packages. */
const listPackages = (modules: string): ReadonlyArray<string> =>
  listFolder(modules).flatMap(({ name }) => {
    const folder = join(modules, name)
    if (name.startsWith(".")) return []
    return name.startsWith("@")
      ? listFolder(folder).map((inner) => toRealPath(join(folder, inner.name)))
      : [toRealPath(folder)]
  })
