/** The build as npm installs it, in a folder of its own, and processes that run programs there. */
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { userEnvironment } from "../../scripts/npm.ts"
import { readPackage, root } from "../../scripts/repository.ts"

/** A folder with an installed Latchkey. */
export interface App {
  readonly folder: string
  /** Writes a file, and returns its path. */
  readonly write: (name: string, code: string) => string
  readonly remove: () => void
}

/** Creates a folder with the build in `node_modules/latchkey`, and links to the packages that it needs. */
export const makeApp = async (): Promise<App> => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-app-"))
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "latchkey"), { recursive: true })
  for (const name of ["package.json", "dist"]) {
    cpSync(join(root, name), join(modules, "latchkey", name), { recursive: true })
  }
  const { dependencies } = await readPackage()
  for (const name of ["effect", ...Object.keys(dependencies)]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name), "dir")
  }
  const write = (name: string, code: string) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
    return path
  }
  write("package.json", `{ "private": true, "type": "module" }`)
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const execute = promisify(execFile)

/** Runs a program in the folder of an app, and returns its output. Fails if it prints warnings. */
export const runProgram = async (
  { folder }: App,
  [program, ...args]: readonly [string, ...ReadonlyArray<string>],
  variables: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const { stderr, stdout } = await execute(program, args, { cwd: folder, env: { ...userEnvironment(), ...variables } })
  if (stderr !== "") throw new Error(`${program} printed warnings:\n${stderr}`)
  return stdout
}

/**
 * The folder of `RUNTIMES_FOLDER`, with packages that the project does not depend on: `npm install bun deno miniflare esbuild webpack`.
 * Tests that need one are skipped without it.
 */
const others = process.env["RUNTIMES_FOLDER"]

/** Returns the path of an installed package's module, or `undefined`. */
export const findOther = (specifier: string): string | undefined => {
  if (others === undefined) return undefined
  try {
    return createRequire(join(others, "package.json")).resolve(specifier)
  } catch {
    return undefined
  }
}

/** Returns the path of an installed program, or `undefined`. */
export const findProgram = (name: string): string | undefined => {
  const path = others === undefined ? undefined : join(others, "node_modules/.bin", name)
  return path !== undefined && existsSync(path) ? path : undefined
}
