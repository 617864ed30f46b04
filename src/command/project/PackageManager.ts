import { existsSync } from "node:fs"
import { join } from "node:path"
import { foldersFrom, isFile, readObject } from "./files.ts"

const lockfiles = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm"
} as const

export type PackageManager = typeof lockfiles[keyof typeof lockfiles]

const toPackageManager = (name: string | undefined): PackageManager | undefined =>
  Object.values(lockfiles).find((manager) => manager === name)

/** Finds the package manager by the nearest lockfile or `packageManager` field, then by the program that runs this command. */
export const findPackageManager = (
  start: string,
  userAgent = process.env["npm_config_user_agent"]
): PackageManager => {
  for (const folder of foldersFrom(start)) {
    const declared = readDeclared(folder)
    if (declared !== undefined) return declared
    for (const [file, manager] of Object.entries(lockfiles)) if (isFile(join(folder, file))) return manager
    // Files above the repository belong to other projects.
    if (existsSync(join(folder, ".git"))) break
  }
  return toPackageManager(userAgent?.split("/")[0]) ?? "npm"
}

const readDeclared = (folder: string): PackageManager | undefined => {
  const field = readObject(join(folder, "package.json"))?.["packageManager"]
  return toPackageManager(String(field).split("@")[0])
}

export const getInstallCommand = (
  manager: PackageManager,
  packages: ReadonlyArray<string>
): ReadonlyArray<string> => [manager, manager === "npm" ? "install" : "add", ...packages]

/** Returns the command that runs a package's script, such as `npm run dev`. */
export const getRunCommand = (manager: PackageManager, script: string): string =>
  manager === "npm" || manager === "bun" ? `${manager} run ${script}` : `${manager} ${script}`

/** Returns the command that runs `latchkey`, such as `npx latchkey`. */
export const getExecCommand = (manager: PackageManager): string =>
  ({ npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" })[manager]
