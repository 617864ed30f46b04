/**
 * Generates docs/known-errors.md, which lists when each known error happens, which calls fail with it, and what to do, and the
 * codes as types. Both are derived from the error classes, their comments and the types of the calls.
 */
import { dirname, join } from "node:path"
import { toCode } from "../src/platform/CodedError.ts"
import { isEndpoint, modules } from "../src/wire/endpoints.ts"
import { isAccessTokenCode, isProjectCode, isUserCode } from "../src/wire/errorCodes.ts"
import type { KnownErrorClass } from "../src/wire/KnownError.ts"
import * as KnownErrors from "../src/wire/KnownErrors.ts"
import { getWireNames, toCamelCase } from "../src/wire/names.ts"
import * as oauth from "../src/wire/oauth.ts"
import { codeOf, type Read } from "./repository.ts"

/** The error classes by tag. */
export const classes: ReadonlyMap<string, KnownErrorClass> = new Map(
  Object.values(KnownErrors).flatMap((value) => typeof value === "function" ? [[value.tag, value] as const] : [])
)

/** When an error happens, and what to do. */
interface Comment {
  readonly when: string
  readonly toDo: string
  /** The first generation of services that sends the error. `undefined` for all. */
  readonly generation: string | undefined
}

const readComments = (read: Read): ReadonlyMap<string, Comment> =>
  new Map(
    Array.from(
      `${read("src/wire/KnownErrors.ts")}\n${read("src/wire/sessionErrors.ts")}`.matchAll(
        /^\/\*\* (.+) Handling: (.+?)(?: @generation (\d+))? \*\/\nexport class (\w+) /gm
      ),
      ([, when, toDo, generation, tag]) => [tag!, { when: when!, toDo: toDo!, generation }]
    )
  )

const entries = [["index", ""], ["server", " (server)"], ["admin", " (admin)"]] as const

/** Returns the tags of an error family, or the name itself. */
const membersOf = (name: string): ReadonlyArray<string> => {
  const family: unknown = Object.entries(KnownErrors).find(([key]) => key === name)?.[1]
  return Array.isArray(family) ? family : [name]
}

/** Returns the file of a module, and the files that it re-exports. */
const filesOf = (read: Read, path: string): ReadonlyArray<string> => [
  path,
  ...Array.from(
    read(path).matchAll(/^export (?:\*|(?:type )?\{[^}]*\}) from "(\..+)"/gm),
    ([, part]) => filesOf(read, join(dirname(path), part!))
  ).flat()
]

/** Finds the declaration of a type, in a module or in a module that it imports the type from. */
const findType = (
  read: Read,
  path: string,
  name: string,
  namespace?: string
): { readonly path: string; readonly type: string } | undefined => {
  for (const file of filesOf(read, path)) {
    const code = read(file)
    const own = new RegExp(`^(?:export )?type ${name} =(.*(?:\\n(?: +\\S|>).*)*)`, "m").exec(code)
    if (namespace === undefined && own !== null) return { path: file, type: own[1]! }
    const imported = namespace === undefined ? `\\{[^}]*\\b${name}\\b[^}]*\\}` : `\\* as ${namespace}`
    const origin = new RegExp(`^import (?:type )?${imported} from "(\\..+)"`, "m").exec(code)
    if (origin !== null) return findType(read, join(dirname(file), origin[1]!), name)
  }
  return undefined
}

/** Resolves `Errors<typeof wire.signIn, "HandledTag">` to tags, in a file that imports `wire`. */
const describedErrors = (read: Read, path: string, type: string): ReadonlyArray<string> => {
  const handled = new Set(Array.from(type.matchAll(/"(\w+)"/g), ([, tag]) => tag))
  return Array.from(type.matchAll(/typeof (?:(\w+)\.)?(\w+)/g)).flatMap(([, namespace, local]) => {
    for (const file of filesOf(read, path)) {
      const code = read(file)
      const imports = code.matchAll(/^import (?:type )?(?:\* as (\w+)|\{([^}]*)\}) from "[./]+wire\/(\w+)\.ts"/gm)
      for (const [, owner, listed = "", module] of imports) {
        const names = listed.split(",").map((each) => each.trim().split(" as "))
        const name = owner === undefined
          ? namespace === undefined ? names.find((each) => each.at(-1) === local)?.[0] : undefined
          : owner === namespace
          ? local
          : undefined
        const endpoint = Object.entries(modules).find(([key]) => key === module)
          ?.flatMap((value) => Object.entries(value)).find(([key]) => key === name)?.[1]
        if (isEndpoint(endpoint)) return endpoint.errors.map(({ tag }) => tag).filter((tag) => !handled.has(tag))
      }
    }
    throw new Error(`${path}: ${type} names no endpoint`)
  })
}

/** Returns the names in a type, and in the aliases that it uses. */
const namesIn = (
  read: Read,
  path: string,
  type: string,
  seen: ReadonlySet<string> = new Set()
): ReadonlyArray<string> =>
  Array.from(type.matchAll(/\bErrors<([^>]*)>|\b(?:([A-Z]\w*)\.)?([A-Z]\w+)/g)).flatMap(
    ([, described, namespace, name]) => {
      if (described !== undefined) {
        const added = described.replace(/typeof [\w.]+|"\w+"/g, "")
        return [...describedErrors(read, path, described), ...namesIn(read, path, added, seen)]
      }
      if (namespace === "KnownErrors") return membersOf(name!)
      const found = findType(read, path, name!, namespace)
      const key = `${found?.path} ${name}`
      return found === undefined || seen.has(key)
        ? [name!]
        : namesIn(read, found.path, found.type, new Set([...seen, key]))
    }
  )

const findCalls = (read: Read): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const [entry, level] of entries) {
    for (const [, namespace, path] of read(`src/${entry}.ts`).matchAll(/export \* as (\w+) from "\.\/(.+)"/g)) {
      // A page shows errors instead of failing with them.
      if (namespace === "HandlerPages") continue
      const source = codeOf(join("src", path!), read)
      for (
        const [, name, code] of source.matchAll(
          /^export const (\w+)([\s\S]*?)(?=^export |^import |^const |(?![\s\S]))/gm
        )
      ) {
        // The type of a call ends where its body starts.
        const type = code!.split(/\btrace\(|=> \{$|\bcallAs/m)[0]!.replace(/\/\*[\s\S]*?\*\//g, "")
        if (!/\b(?:Effect|Stream|WithCallbackUrl)</.test(type)) continue
        for (const tag of new Set(namesIn(read, `src/${path}`, type))) {
          if (classes.has(tag)) found.set(tag, [...found.get(tag) ?? [], `\`${namespace}.${name}\`${level}`])
        }
      }
    }
  }
  return found
}

/** Errors that reach a program in another way than by failing a call, by tag. */
export const elsewhere: ReadonlyMap<string, string> = new Map([
  ...oauth.callback.errors.map(({ tag }) => [tag, "the callback page or the error page of an OAuth flow"] as const),
  ["OAuthExtraScopeNotAvailableWithSharedOAuthKeys", "the browser, at the start of an OAuth flow"],
  ["OAuthConnectionNotConnectedToUser", "`ConnectedAccounts.get` and `accessToken` return `null` for it"],
  ["OAuthConnectionDoesNotHaveRequiredScope", "`ConnectedAccounts.get` and `accessToken` return `null` for it"],
  ["OAuthAccessTokenNotAvailable", "`ConnectedAccounts.get` and `accessToken` return `null` for it"]
])

/** The sources of the page. */
export interface Described {
  /** The two parts of each class's comment, by tag. */
  readonly comments: ReadonlyMap<string, Comment>
  /** The calls whose type contains an error, by its tag. */
  readonly calls: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Reads the comments of the error classes, and the types of the calls. */
export const describeErrors = (read: Read): Described => ({ comments: readComments(read), calls: findCalls(read) })

/** Groups calls by module. */
const groupByModule = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const modules = new Map<string, Array<string>>()
  for (const name of names) {
    const [, module, call, level] = /^`(\w+)\.(\w+)`(.*)$/.exec(name)!
    const key = `\`${module}\`${level}`
    modules.set(key, [...modules.get(key) ?? [], call!])
  }
  return [...modules].map(([module, calls]) => `${module}: ${calls.join(", ")}`)
}

/** Describes how an error reaches a program if no call's type names it. */
export const withoutCall = (code: string): string => {
  if (isProjectCode(code)) return "any call, as `ApiError` with the reason `ProjectRefused`"
  if (isUserCode(code)) return "any call with a session, as `ApiError` with the reason `UserRestricted`"
  if (isAccessTokenCode(code)) return "any call with a session, as `ApiError`, after a refresh failed to fix it"
  return "no call; if a service sends it, the call fails with `ApiError` and the reason `UndeclaredError`"
}

/** Describes how an error reaches a program. */
const answers = ({ code, tag }: KnownErrorClass, calls: Described["calls"]): string => {
  const ways = [...groupByModule(calls.get(tag) ?? []), ...elsewhere.has(tag) ? [elsewhere.get(tag)!] : []]
  return ways.length > 0 ? ways.join("; ") : withoutCall(code)
}

const section = (error: KnownErrorClass, { calls, comments }: Described): string => {
  const { generation, toDo, when } = comments.get(error.tag)!
  const details = error.details === undefined
    ? ""
    : `, details ${getWireNames(error.details).map((name) => `\`${toCamelCase(name)}\``).join(", ")}`
  return `### ${error.tag}

\`${error.code}\`, ${error.status}${details}

- **Cause**: ${when}${generation === undefined ? "" : ` Services since ${generation}.`}
- **Fix**: ${toDo[0]!.toUpperCase()}${toDo.slice(1)}
- **Raised by**: ${answers(error, calls)}
`
}

/** Returns the Markdown of the page. */
export const pageText = (described: Described): string =>
  `# Known errors

Look up an error of the service: cause, fix, and the calls that fail with it. Handle it by its code,
\`error.code === "USER_NOT_FOUND"\`, or in Effect by its tag, \`Effect.catchTag(call, "UserNotFound", …)\`; see [Errors](errors.md).
\`npm run generate\` generates this page.

${
    [...classes.values()].filter(({ tag }) => described.comments.has(tag)).toSorted((a, b) => a.tag < b.tag ? -1 : 1)
      .map((error) => section(error, described)).join("\n")
  }`

/** The path of the page. */
export const pagePath = "docs/known-errors.md"

/** Returns a module with codes as literals by tag, which the compiler cannot derive from the tags cheaply. */
const codesText = (name: string, comment: string, codes: ReadonlyMap<string, string>): string =>
  `/** ${comment} \`npm run generate\` generates this module. */

/** The codes by tag. */
export interface ${name} {
${[...codes].toSorted(([a], [b]) => a < b ? -1 : 1).map(([tag, code]) => `  readonly ${tag}: "${code}"`).join("\n")}
}
`

/** Returns the two modules with codes, by path. */
export const codesFiles = (read: Read, sources: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map([
    [
      "src/wire/knownErrorCodes.ts",
      codesText(
        "KnownErrorCodes",
        "The code of each known error by its tag.",
        new Map([...classes.values()].map(({ code, tag }) => [tag, code]))
      )
    ],
    [
      "src/platform/ownErrorCodes.ts",
      codesText(
        "OwnErrorCodes",
        "The code of each error that the service does not send, by its tag.",
        new Map(
          sources.flatMap((path) =>
            Array.from(read(path).matchAll(/ extends CodedError\("(\w+)"\)/g), ([, tag]) => [tag!, toCode(tag!)])
          )
        )
      )
    ]
  ])

/** Generates the list of the tags in no family. Browsers load it for failures, without the classes. */
export const tagsText = (): string => {
  const tags = [...classes.values()]
    .filter(({ code, tag }) =>
      tag !== "UnsupportedError" && !isProjectCode(code) && !isAccessTokenCode(code) && !isUserCode(code)
    )
    .map(({ tag }) => tag)
    .toSorted()
  const lines = [""]
  for (const tag of tags) {
    if (lines.at(-1)!.length + tag.length > 110) lines.push("")
    lines[lines.length - 1] += `${tag} `
  }
  return `/** The tags of known errors in no family of \`errorCodes.ts\`. \`npm run generate\` generates this module. */

/** The tags. */
export const otherTags: ReadonlyArray<string> = /*#__PURE__*/ (
${lines.map((line, index) => `  "${index === lines.length - 1 ? line.trimEnd() : line}"`).join(" +\n")}
).split(" ")
`
}

/** The path of that module. */
export const tagsPath = "src/wire/otherTags.ts"
