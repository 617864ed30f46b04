/**
 * Checks that imports point one way: a folder of `src`, and `react` beside it, uses only the folders that it names here, and
 * an entry point, a file at the top of `src`, offers only what is its own. So no program at the client level can hold anything
 * of a server, an admin or the emulator.
 *
 * `promise` stands above the entry points, since it makes its functions of all that they offer. Its levels are kept apart like
 * theirs.
 *
 * `platform` is what the host gives: all may use it, and it uses none of the others. The emulator is a second reader of the
 * descriptions; of sessions it knows how to make a client for a test. It alone uses packages besides Effect, but for those in `packages`.
 */
import { readFile } from "node:fs/promises"
import { basename, dirname, relative, resolve, sep } from "node:path"
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
  auth: state,
  account: [...state, "auth"],
  server: [...state, "auth", "account"],
  admin: [...state, "auth", "account", "server"],
  cli: [...state, "auth"],
  pages: [...state, "auth", "account"],
  emulator: [...calls, "session"],
  react: [...state, "auth", "account", "pages"],
  promise: [],
  "promise/server": ["promise"],
  "promise/admin": ["promise"]
}

/** Entry points that are used as a whole, by the few who do so. */
const wholes: Record<string, ReadonlyArray<string>> = {
  promise: ["index"],
  "promise/server": ["index", "server"],
  "promise/admin": ["index", "server", "admin"]
}

const offers: Record<string, ReadonlyArray<string>> = {
  index: [...state, "hosts", "auth", "account", "pages"],
  server: ["server"],
  admin: ["admin"],
  emulator: ["emulator"],
  bin: ["emulator"],
  http: ["call"],
  cli: ["cli"],
  promise: ["promise"]
}

/** Packages that ship to browsers and command lines. */
const packages: Record<string, ReadonlyArray<string>> = {
  platform: ["cookie", "@simplewebauthn/browser"],
  session: ["jose"],
  auth: ["oauth4webapi", "otpauth"],
  cli: ["open"],
  react: ["react"]
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
const packageOf = (name: string): string => name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/")

const { dependencies } = await readPackage()
const unused = new Set(Object.keys(dependencies))
const problems = new Set<string>()
const files = [...await filesIn(src, ".ts"), ...await filesIn(react, ".ts"), ...await filesIn(react, ".tsx")]
for (const file of files) {
  const from = folderOf(file)
  const name = from ?? basename(file, ".ts")
  const allowed = from === undefined ? offers[name] : uses[name]
  if (allowed === undefined) {
    problems.add(`${relative(root, file)}: no layer; name it in scripts/layers.ts`)
    continue
  }
  // A comment may hold an example.
  const code = (await readFile(file, "utf8")).replace(/^ *\/\*\*.*?\*\//gms, "")
  for (const [, ...paths] of code.matchAll(imports)) {
    const path = paths.find((path) => path !== undefined)!
    const tell = (target: string) => problems.add(`${relative(root, file)}: ${name} must not use ${target} (${path})`)
    if (!path.startsWith(".")) {
      const target = packageOf(path)
      unused.delete(target)
      const isOpen = target === "effect" || target.startsWith("node:") ||
        from === "emulator" && Object.hasOwn(dependencies, target) || packages[name]?.includes(target) === true
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
