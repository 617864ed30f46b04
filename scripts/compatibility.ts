/**
 * Generates the table of docs/compatibility.md, which lists the functions available in each generation of the service.
 * It is derived from the traits of the endpoints that each function calls. `pageText` puts it between
 * the markers of the page.
 */
import { dirname, join, resolve } from "node:path"
import type { Any, Generation } from "../src/wire/Endpoint.ts"
import { isEndpoint } from "../src/wire/endpoints.ts"
import { toCamelCase } from "../src/wire/names.ts"
import { type Read, root } from "./repository.ts"

export const pagePath = "docs/compatibility.md"

const levels = [["index", "client"], ["server", "server"], ["admin", "admin"]] as const

interface Module {
  /** The source of each top-level declaration, by name. */
  readonly code: ReadonlyMap<string, string>
  /** The origin of each imported name. A namespace import has the name `*`. */
  readonly imports: ReadonlyMap<string, Origin>
  /** The origin of each re-exported name. */
  readonly exports: ReadonlyMap<string, Origin>
}

interface Origin {
  readonly path: string
  readonly name: string
}

type ReadModule = (path: string) => Module

/** Returns a function that parses the declarations of modules, each module once. */
const makeReadModule = (read: Read): ReadModule => {
  const modules = new Map<string, Module>()
  const readModule: ReadModule = (path) => {
    const known = modules.get(path)
    if (known !== undefined) return known
    const module = parseModule(read(path), path, readModule)
    modules.set(path, module)
    return module
  }
  return readModule
}

const parseModule = (source: string, path: string, readModule: ReadModule): Module => {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^ *\/\/.*$/gm, "")
  const code = new Map(
    text.split(/^(?=(?:export |const |function |import |type |interface ))/m).flatMap((part) => {
      const name = /^(?:export )?(?:const|function) (\w+)/.exec(part)?.[1]
      return name === undefined ? [] : [[name, part] as const]
    })
  )
  const imports = new Map<string, Origin>()
  const exports = new Map<string, Origin>()
  const froms = text.matchAll(/^(import|export) (?:\* as (\w+)|\{([^}]*)\}|(\*)) from "(\..+)"/gm)
  for (const [, keyword, namespace, names = "", all, from] of froms) {
    const file = resolve(dirname(path), from!)
    const own = keyword === "import" ? imports : exports
    if (namespace !== undefined) own.set(namespace, { path: file, name: "*" })
    if (all !== undefined) {
      const part = readModule(file)
      for (const name of [...part.code.keys(), ...part.exports.keys()]) own.set(name, { path: file, name })
    }
    for (const one of names.split(",")) {
      const [, name, alias = name] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(one) ?? []
      if (name !== undefined) own.set(alias!, { path: file, name })
    }
  }
  return { code, imports, exports }
}

const wireFolder = join(root, "src/wire")

/** Returns all endpoints that a declaration can call, directly or through other functions. */
const endpointsOf = async (
  readModule: ReadModule,
  path: string,
  name: string,
  seen: Set<string>
): Promise<ReadonlyArray<Any>> => {
  const key = `${path} ${name}`
  if (seen.has(key)) return []
  seen.add(key)
  if (dirname(path) === wireFolder) {
    const value: unknown = (await import(path))[name]
    return isEndpoint(value) ? [value] : []
  }
  const { code, exports, imports } = readModule(path)
  const body = code.get(name)
  const handedOn = exports.get(name)
  if (handedOn !== undefined) return endpointsOf(readModule, handedOn.path, handedOn.name, seen)
  if (body === undefined) return []
  const found: Array<Any> = []
  for (const [, word, member] of body.matchAll(/(?<![.\w])(\w+)(?:\.(\w+))?/g)) {
    const origin = imports.get(word!)
    if (word !== name && code.has(word!)) found.push(...await endpointsOf(readModule, path, word!, seen))
    if (origin === undefined) continue
    const target = origin.name === "*" ? member : origin.name
    if (target !== undefined) found.push(...await endpointsOf(readModule, origin.path, target, seen))
  }
  return found
}

/** A function of the library, and its availability. */
export interface Row {
  readonly name: string
  readonly level: string
  /** The generations that support the function. */
  readonly generations: ReadonlyArray<Generation>
  /** The options that require a service of 2026. */
  readonly added: ReadonlyArray<string>
}

/** Functions that pass fields of the endpoint from their callers. Other functions build the request themselves. */
export const givenByCaller: ReadonlySet<string> = new Set([
  "Cli.login",
  "Cli.signIn",
  "Cli.start",
  "CurrentUser.update",
  "Optimistic.updateUser",
  "OwnedProjects.create",
  "Project.getSigningKeys",
  "Project.update",
  "Users.create",
  "Users.list",
  "Users.stream",
  "Users.update"
])

/** Options that select an endpoint of 2026, or that omit a field. */
export const optionsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  "ConnectedAccounts.getAccessToken": ["accountId"],
  "ConnectedAccounts.get": ["accountId"],
  "Password.signUp": ["verificationCallbackUrl: null"],
  "Resources.connectedAccount": ["accountId"]
}

const rowOf = (name: string, level: string, endpoints: ReadonlyArray<Any>): Row => {
  const own = [...new Set(endpoints)]
  const has = (generation: Generation) =>
    own.some((endpoint) => endpoint.generation === undefined || endpoint.generation === generation)
  const fields = givenByCaller.has(name) ? own.flatMap(({ addedFields }) => addedFields.map(toCamelCasePath)) : []
  return {
    name,
    level,
    generations: (["2025", "2026"] as const).filter(has),
    added: [...new Set([...fields, ...optionsOf[name] ?? []])]
  }
}

/** Returns a path of fields in camel case. */
export const toCamelCasePath = (path: string): string => path.split(".").map(toCamelCase).join(".")

/** Returns `true` for an exported constant without the tag `@internal`. */
const isPublic = (read: Read, { name, path }: Origin): boolean => {
  const declaration = new RegExp(`(@internal\\s+\\*/\\n)?^export const ${name}\\b`, "m").exec(read(path))
  return declaration !== null && declaration[1] === undefined
}

/** Returns every function that sends a request, module by module. */
export const rows = async (read: Read): Promise<ReadonlyArray<Row>> => {
  const readModule = makeReadModule(read)
  const found: Array<Row> = []
  for (const [entry, level] of levels) {
    const source = read(`src/${entry}.ts`)
    for (const [, namespace, file] of source.matchAll(/^export \* as (\w+) from "\.\/(.+)"/gm)) {
      const path = join(root, "src", file!)
      const { code, exports } = readModule(path)
      const origins = new Map([...[...code.keys()].map((name) => [name, { path, name }] as const), ...exports])
      for (const [name, origin] of origins) {
        if (!isPublic(read, origin)) continue
        const endpoints = await endpointsOf(readModule, path, name, new Set())
        if (endpoints.length > 0) found.push(rowOf(`${namespace}.${name}`, level, endpoints))
      }
    }
  }
  return found
}

const list = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

const cell = (row: Row, generation: Generation): string => {
  if (!row.generations.includes(generation)) return "no"
  if (generation === "2026") return "yes"
  return row.added.length === 0 ? "yes" : `yes, without ${list(row.added)}`
}

/** Returns the Markdown of the table. */
const tableText = (all: ReadonlyArray<Row>): string => {
  const lines = levels.flatMap(([, level]) => {
    const own = all.filter((row) => row.level === level)
    return [
      "",
      `### ${level[0]!.toUpperCase()}${level.slice(1)} level`,
      "",
      "| function | 2025 | 2026 |",
      "|---|---|---|",
      ...own.map((row) => `| \`${row.name}\` | ${cell(row, "2025")} | ${cell(row, "2026")} |`)
    ]
  })
  return `${lines.join("\n").trim()}\n`
}

const [start, end] = ["<!-- table: npm run generate -->\n", "<!-- end of the table -->"] as const

/** Returns the page with the table of the given rows. */
export const pageText = (page: string, rows: ReadonlyArray<Row>): string => {
  const before = page.slice(0, page.indexOf(start) + start.length)
  return `${before}\n${tableText(rows)}\n${page.slice(page.indexOf(end))}`
}
