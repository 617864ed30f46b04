/**
 * Installs the frameworks if they are missing, and runs the tests of this folder. The package links to the repository,
 * so that `latchkey` is its source.
 */
import { spawnSync } from "node:child_process"
import { existsSync, symlinkSync } from "node:fs"
import { resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const modules = resolve(import.meta.dirname, "node_modules")

const run = (command: string, args: ReadonlyArray<string>, cwd: string) => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(resolve(modules, "hono"))) run("npm", ["ci", "--no-audit", "--no-fund"], import.meta.dirname)
if (!existsSync(resolve(modules, "latchkey"))) symlinkSync(root, resolve(modules, "latchkey"), "dir")

run("npm", ["exec", "--", "tsc", "--project", import.meta.dirname], root)
run("npm", ["exec", "--", "vitest", "run", "--config", "vitest.hosts.config.ts"], root)
