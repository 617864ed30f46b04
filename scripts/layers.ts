/**
 * Checks the direction of imports. A folder of `src`, and `react`, may import only the folders listed here. An entry
 * point, which is a file directly in `src`, exports only its own folders. As a result, no program at the client level
 * contains code of the server, the admin or the emulator.
 *
 * `promise` is above the entry points, because it derives its functions from them. Its levels are kept separate in the
 * same way.
 *
 * `platform` abstracts the host: all folders may use it, and it imports none of the others. The emulator uses the
 * endpoint descriptions, and the session layer to create clients for tests. `packages.ts` lists the
 * packages that each folder may import.
 */
import { readFile } from "node:fs/promises"
import { basename, dirname, relative, resolve, sep } from "node:path"
import { bundled, installed, packageOf } from "./packages.ts"
import { filesIn, readPackage, root } from "./repository.ts"

const calls = ["platform", "wire", "call"]
const state = [...calls, "session", "cache", "navigation"]

const uses: Record<string, ReadonlyArray<string>> = {
  platform: [],
  wire: ["platform"],
  call: ["platform", "wire"],
  session: calls,
  cache: [...calls, "session"],
  navigation: [...calls, "session"],
  hosts: [...calls, "session", "navigation"],
  native: [...state, "auth"],
  auth: state,
  account: [...state, "auth"],
  server: [...state, "auth", "account"],
  admin: [...state, "auth", "account", "server"],
  adapters: [...state, "server"],
  next: [...state, "account", "server"],
  redis: [...state, "server"],
  recorder: state,
  replay: [...state, "recorder"],
  cli: [...state, "auth"],
  command: [...state, "cli", "emulator", "recorder", "replay"],
  pages: [...state, "auth", "account"],
  emulator: [...calls, "session"],
  "emulator/playwright": [...calls, "session", "emulator"],
  react: [...state, "hosts", "auth", "account", "pages", "recorder"],
  schema: ["wire", "call"],
  promise: [],
  "promise/server": ["promise"],
  "promise/admin": ["promise"]
}

/** Packages that occur only in texts: `src/command/init` has the files that `latchkey init` writes. */
const inTexts: Record<string, ReadonlyArray<string>> = { command: ["latchkey", "next", "react"] }

/** Entry points that some folders import as a whole. */
const wholes: Record<string, ReadonlyArray<string>> = {
  promise: ["index"],
  "promise/server": ["index", "server"],
  "promise/admin": ["index", "server", "admin"]
}

const offers: Record<string, ReadonlyArray<string>> = {
  index: [...state, "hosts", "auth", "account", "pages"],
  recorder: ["recorder"],
  server: ["server"],
  admin: ["admin"],
  emulator: ["emulator"],
  bin: ["command"],
  http: ["call"],
  "http-api": ["adapters"],
  "http-router": ["adapters"],
  fetch: ["adapters"],
  node: ["adapters"],
  next: ["next", "adapters"],
  redis: ["redis"],
  "react-native": ["native"],
  cli: ["cli"],
  schema: ["schema"],
  replay: ["replay", "recorder"],
  promise: ["promise"]
}

const imports = /^(?:import|export)\b[^"'=]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm
const src = resolve(root, "src")
const react = resolve(root, "react")
const folderOf = (file: string): string | undefined => {
  if (file.startsWith(react + sep)) return "react"
  const parts = relative(src, file).split(sep)
  if (parts.length === 1) return undefined
  const inner = `${parts[0]}/${basename(parts[1]!, ".ts")}`
  return Object.hasOwn(uses, inner) ? inner : parts[0]
}

const { dependencies, devDependencies, peerDependencies } = await readPackage()
const bundledPackages = new Set(Object.values(bundled).flat())
const unused = new Set([...Object.keys(dependencies), ...bundledPackages])
const problems = new Set<string>()
for (const name of Object.values(installed).flat()) {
  if (Object.hasOwn(dependencies, name) || Object.hasOwn(peerDependencies, name)) continue
  problems.add(`package.json: ${name} is imported by installed code; add it to dependencies`)
}
for (const name of bundledPackages) {
  if (Object.hasOwn(dependencies, name)) problems.add(`package.json: ${name} is bundled; move it to devDependencies`)
  else if (!Object.hasOwn(devDependencies, name)) {
    problems.add(`package.json: ${name} is bundled; add it to devDependencies`)
  }
}
const files = [...await filesIn(src, ".ts"), ...await filesIn(react, ".ts"), ...await filesIn(react, ".tsx")]
for (const file of files) {
  const from = folderOf(file)
  const name = from ?? basename(file, ".ts")
  const allowed = from === undefined ? offers[name] : uses[name]
  if (allowed === undefined) {
    problems.add(`${relative(root, file)}: no layer; name it in scripts/layers.ts`)
    continue
  }
  // Comments can contain examples with imports.
  const code = (await readFile(file, "utf8")).replace(/^ *\/\*\*.*?\*\//gms, "")
  for (const [, ...paths] of code.matchAll(imports)) {
    const path = paths.find((path) => path !== undefined)!
    const tell = (target: string) => problems.add(`${relative(root, file)}: ${name} must not use ${target} (${path})`)
    if (!path.startsWith(".")) {
      const target = packageOf(path)
      unused.delete(target)
      const isOpen = target === "effect" || target.startsWith("node:") || inTexts[name]?.includes(target) === true ||
        installed[name]?.includes(target) === true || bundled[name]?.includes(target) === true
      if (!isOpen) tell(target)
      continue
    }
    const target = folderOf(resolve(dirname(file), path))
    if (target === undefined) {
      if (wholes[name]?.includes(basename(path, ".ts")) !== true) tell("an entry point")
    } else if (target !== from && !allowed.includes(target)) tell(target)
  }
}
for (const name of unused) problems.add(`package.json: nothing in src uses ${name}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.size === 0 ? 0 : 1
