/**
 * Checks that imports point one way: a folder of `src` uses only what stands before it in this list.
 *
 * Entry points, the files at the top of `src`, may use everything. `platform` is what the host gives: all may use it, and
 * it uses none of the others. The emulator is a second reader of the descriptions; of sessions it knows how to make a client for a test.
 */
import { readFile } from "node:fs/promises"
import { dirname, relative, resolve, sep } from "node:path"
import { filesIn, root } from "./repository.ts"

const feature = ["platform", "wire", "call", "session", "cache", "navigation", "auth", "account", "server", "admin"]
const state = ["platform", "wire", "call", "session", "cache", "navigation"]

const uses: Record<string, ReadonlyArray<string>> = {
  platform: ["platform"],
  wire: ["wire"],
  call: ["platform", "wire", "call"],
  session: state,
  cache: state,
  navigation: state,
  auth: feature,
  account: feature,
  server: feature,
  admin: feature,
  emulator: ["platform", "wire", "call", "session", "emulator"]
}

const imported = /^(?:import|export)\b[^"']*?\bfrom "(\.[^"]+)"/gm
const src = resolve(root, "src")
const folderOf = (file: string): string | undefined => {
  const parts = relative(src, file).split(sep)
  return parts.length === 1 ? undefined : parts[0]
}

const problems: Array<string> = []
for (const file of await filesIn(src, ".ts")) {
  const from = folderOf(file)
  if (from === undefined) continue
  const allowed = uses[from]
  if (allowed === undefined) {
    problems.push(`src/${from}: no layer; name it in scripts/layers.ts`)
    continue
  }
  for (const [, path] of (await readFile(file, "utf8")).matchAll(imported)) {
    const target = folderOf(resolve(dirname(file), path!)) ?? "an entry point"
    if (!allowed.includes(target)) problems.push(`${relative(root, file)}: ${from} must not use ${target} (${path})`)
  }
}
for (const problem of new Set(problems)) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
