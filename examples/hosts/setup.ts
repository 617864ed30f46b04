/**
 * Installs the frameworks if they are missing, and compiles this folder. The package links to the repository, so that `latchkey`
 * is its source.
 */
import { spawnSync } from "node:child_process"
import { existsSync, symlinkSync } from "node:fs"
import { resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const modules = resolve(import.meta.dirname, "node_modules")

const run = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`)
}

export default function setup(): void {
  // The last package came later: a folder without it is older than the lockfile.
  const isInstalled = ["hono", "@modelcontextprotocol/conformance"].every((name) => existsSync(resolve(modules, name)))
  if (!isInstalled) run("npm", ["ci", "--no-audit", "--no-fund"], import.meta.dirname)
  if (!existsSync(resolve(modules, "latchkey"))) symlinkSync(root, resolve(modules, "latchkey"), "dir")
  run("npm", ["exec", "--", "tsc", "--project", import.meta.dirname], root)
}
