/**
 * Compiles the app and `src/native` with the types of Expo's real packages. Installs them if they are missing. No device and
 * no simulator is needed.
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

if (!existsSync(resolve(modules, "expo-linking"))) {
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], import.meta.dirname)
}
if (!existsSync(resolve(modules, "latchkey"))) symlinkSync(root, resolve(modules, "latchkey"), "dir")

run("npm", ["exec", "--", "tsc", "--project", import.meta.dirname], root)
