import * as Effect from "effect/Effect"
import { join, resolve } from "node:path"
import { foldersFrom, isFile } from "./files.ts"
import { detectFramework, type Framework } from "./Framework.ts"
import { type Manifest, readManifest } from "./Manifest.ts"
import { findPackageManager, type PackageManager } from "./PackageManager.ts"

export interface Project {
  readonly folder: string
  readonly manifest: Manifest
  /** `undefined` if the package shows no supported framework. */
  readonly framework: Framework | undefined
  readonly packageManager: PackageManager
  readonly usesTypeScript: boolean
}

/** Finds a folder's package: the next folder upwards with a `package.json`. Fails with a message for the terminal. */
export const findProject = (start: string): Effect.Effect<Project, string> => {
  const folder = foldersFrom(start).find((folder) => isFile(join(folder, "package.json")))
  if (folder === undefined) {
    return Effect.fail(
      `No package.json in ${resolve(start)} or in a folder above it.\n` +
        `Run the command in the folder of your app, or create an app first: npm create vite@latest`
    )
  }
  return Effect.map(readManifest(folder), (manifest) => ({
    folder,
    manifest,
    framework: detectFramework(folder, manifest),
    packageManager: findPackageManager(folder),
    usesTypeScript: isFile(join(folder, "tsconfig.json")) || manifest.dependencies["typescript"] !== undefined
  }))
}
