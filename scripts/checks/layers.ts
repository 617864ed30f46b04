/**
 * Checks the direction of imports. A folder of `src`, and `react`, may import only the folders listed here. An entry
 * point, which is a file directly in `src`, exports only its own folders. As a result, no program at the client level
 * contains code of the server, the admin or the emulator.
 *
 * The levels of `promise` are kept separate in the same way. `modules` only re-exports namespaces and entry points.
 *
 * `platform` abstracts the host: all folders may use it, and it imports none of the others. The emulator uses the
 * endpoint descriptions, and the session layer to create clients for tests. `packages.ts` lists the
 * packages that each folder may import.
 */
import { basename, dirname, join } from "node:path"
import { bundled, installed, packageOf } from "../packages.ts"
import type { PackageJson } from "../repository.ts"
import { lineAt, lineOf, type Problem, type Repository } from "./Repository.ts"

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
  atom: [...state, "auth", "account"],
  server: [...state, "auth", "account"],
  admin: [...state, "auth", "account", "server"],
  adapters: [...state, "account", "server"],
  next: [...state, "account", "server", "adapters"],
  redis: [...state, "server"],
  metrics: [...state, "server"],
  recorder: state,
  replay: [...state, "recorder"],
  terminal: [...state, "auth"],
  command: [...state, "terminal", "emulator", "recorder", "replay"],
  pages: [...state, "auth", "account"],
  emulator: [...calls, "session"],
  "emulator/playwright": [...calls, "session", "emulator"],
  react: [...state, "hosts", "auth", "account", "pages", "recorder"],
  schema: ["wire", "call"],
  modules: [
    ...state,
    "hosts",
    "auth",
    "account",
    "pages",
    "server",
    "admin",
    "emulator",
    "emulator/playwright",
    "replay"
  ],
  promise: [...state, "hosts", "auth", "account", "pages"],
  "promise/server": [...state, "hosts", "account", "server", "promise"],
  "promise/admin": [...state, "account", "server", "admin", "promise", "promise/server"]
}

/** Packages that occur only in texts: `src/command/init` has the files that `latchkey init` writes. */
const inTexts: Record<string, ReadonlyArray<string>> = { command: ["latchkey", "next", "react"] }

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
  rpc: ["adapters"],
  atom: ["atom"],
  metrics: ["metrics"],
  mcp: ["adapters"],
  fetch: ["adapters"],
  hono: ["adapters"],
  node: ["adapters"],
  next: ["next", "adapters"],
  redis: ["redis"],
  "react-native": ["native"],
  cli: ["terminal"],
  schema: ["schema"],
  replay: ["replay", "recorder"],
  promise: ["promise", "session"]
}

/** Packages that the layers load with `import()` in one place, and nowhere else. */
const loaded: Readonly<Record<string, string>> = { "@simplewebauthn/browser": "src/platform/webAuthnBrowser.ts" }

const imports = /^(?:import|export)\b[^"'=]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm

/** Returns the layer of a file: a folder of `src`, or `react`. Returns `undefined` for an entry point. */
const folderOf = (file: string): string | undefined => {
  const [top, folder, inner] = file.split("/")
  if (top === "react") return "react"
  if (inner === undefined) return undefined
  const nested = `${folder}/${basename(inner, ".ts")}`
  return Object.hasOwn(uses, nested) ? nested : folder
}

/** Comments can contain examples with imports. Blanks them out, and keeps the line breaks. */
const withoutComments = (code: string): string =>
  code.replace(/^ *\/\*\*.*?\*\//gms, (comment) => comment.replace(/[^\n]/g, ""))

/** Reports where `package.json` disagrees with `packages.ts`. */
const checkPackages = (text: string): ReadonlyArray<Problem> => {
  const { dependencies, devDependencies, peerDependencies }: PackageJson = JSON.parse(text)
  const at = (name: string, message: string): Problem => ({
    path: "package.json",
    line: lineOf(text, `"${name}":`),
    message: `${name} ${message}`
  })
  return [
    ...Object.values(installed).flat().flatMap((name) =>
      Object.hasOwn(dependencies, name) || Object.hasOwn(peerDependencies, name)
        ? []
        : [at(name, "is imported by installed code; add it to dependencies")]
    ),
    ...[...new Set(Object.values(bundled).flat())].flatMap((name) =>
      Object.hasOwn(dependencies, name)
        ? [at(name, "is bundled; move it to devDependencies")]
        : Object.hasOwn(devDependencies, name)
        ? []
        : [at(name, "is bundled; add it to devDependencies")]
    )
  ]
}

/** Reports imports against the direction of the layers, and packages that no layer uses. */
export const checkLayers = ({ filesAt, read }: Repository): ReadonlyArray<Problem> => {
  const manifest = read("package.json")
  const { dependencies }: PackageJson = JSON.parse(manifest)
  const unused = new Set([...Object.keys(dependencies), ...Object.values(bundled).flat()])
  const problems = [...checkPackages(manifest)]
  for (const file of ["src", "react"].flatMap(filesAt)) {
    const from = folderOf(file)
    const name = from ?? basename(file, ".ts")
    const allowed = from === undefined ? offers[name] : uses[name]
    if (allowed === undefined) {
      problems.push({ path: file, message: "no layer; name it in scripts/checks/layers.ts" })
      continue
    }
    const code = withoutComments(read(file))
    for (const { 0: statement, index, ...groups } of code.matchAll(imports)) {
      const path = (groups[1] ?? groups[2] ?? groups[3])!
      const report = (message: string) =>
        problems.push({ path: file, line: lineAt(code, index + statement.length), message })
      const refuse = (target: string) => report(`${name} must not use ${target} (${path})`)
      if (!path.startsWith(".")) {
        const target = packageOf(path)
        unused.delete(target)
        const isOpen = target === "effect" || target.startsWith("node:") || inTexts[name]?.includes(target) === true ||
          installed[name]?.includes(target) === true || bundled[name]?.includes(target) === true
        if (!isOpen) refuse(target)
        const place = loaded[target]
        // An import() outside of a function would load the package with the module.
        const isDeferred = () => groups[3] !== undefined && code.slice(0, index).endsWith("() => ")
        if (place !== undefined && (file !== place || !isDeferred())) {
          report(`${target} is loaded with () => import() in ${place} only; use the functions of that file`)
        }
        continue
      }
      const target = folderOf(join(dirname(file), path))
      if (target === undefined) refuse("an entry point")
      else if (target !== from && !allowed.includes(target)) refuse(target)
    }
  }
  return [
    ...problems,
    ...[...unused].map((name): Problem => ({
      path: "package.json",
      line: lineOf(manifest, `"${name}":`),
      message: `no file in src uses ${name}; remove it`
    }))
  ]
}
