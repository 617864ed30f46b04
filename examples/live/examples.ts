/** The code blocks of the guides that run in the page, with the lines that run them. */

/** A TypeScript block of a guide. */
export interface Example {
  /** The page and the number of the block, such as `password/0`. */
  readonly id: string
  readonly language: "ts" | "tsx"
  /** The title of its tab. */
  readonly tab: string | undefined
  readonly code: string
  /** The line of the page where the code starts. */
  readonly line: number
  /** The statements that run the block. */
  readonly run: Directive | undefined
  /** The missing requirement of a block that no page can run, as in "Needs Node.js". */
  readonly needs: string | undefined
}

/** The comment before a block: statements, and their output. */
export interface Directive {
  /** `true` signs a user in first. */
  readonly isSignedIn: boolean
  /** The statements that use the block. */
  readonly statements: string
  /** The printed lines. */
  readonly output: ReadonlyArray<string>
}

/**
 * A block with its comment:
 *
 *     <!-- run signed-in
 *     print(await rename("Ada"))
 *     => Hello, Ada!
 *     -->
 *     ```ts tab="Promise"
 */
const block = /^(?:<!-- (run|needs) ?([^\n]*?)(?:\n([\s\S]*?))?-->\n)?```(tsx?)([^\n]*)\n([\s\S]*?)^```$/gm

/** The packages that need more than a page, with the name of this requirement. */
const hosts: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:next\/|latchkey\/next$|@\/)/, "a Next.js app"],
  [/^(?:node:|latchkey\/(?:node|cli|emulator\/node)$|@effect\/platform-node|open$)/, "Node.js"],
  [/^(?:express|fastify|hono|latchkey\/hono)/, "a server"],
  [/^cloudflare:/, "Cloudflare Workers"],
  [/^(?:@playwright\/|latchkey\/emulator\/playwright|@vitest\/browser|vitest\/(?:browser|config))/, "Playwright"],
  [/^(?:react-native|@react-native|latchkey\/react-native|expo)/, "React Native"],
  [/^latchkey\/redis$/, "Redis"],
  [/^msw\//, "msw"],
  [/^latchkey\/replay\/vitest$/, "Vitest"],
  [/^@testing-library\//, "Testing Library"],
  [/^react-dom\/server$/, "a server"],
  [/^@tanstack\//, "a TanStack Start app"],
  [/^(?:@sveltejs\/|\$)/, "a SvelteKit app"]
]

/** The tabs of frameworks in a guide: their blocks are files of an app. */
const frameworks: Readonly<Record<string, string>> = {
  "Next.js": "a Next.js app",
  "TanStack Start": "a TanStack Start app",
  SvelteKit: "a SvelteKit app",
  Server: "a server"
}

const importsIn = (code: string): ReadonlyArray<string> =>
  Array.from(code.matchAll(/(?:from|^import) "([^"]+)"/gm), ([, specifier]) => specifier!)

/** Returns the requirement of a block's imports or of its tab, if a page does not have it. */
const needOf = (code: string, tab: string | undefined): string | undefined => {
  const specifiers = importsIn(code)
  return frameworks[tab ?? ""] ??
    hosts.find(([pattern]) => specifiers.some((specifier) => pattern.test(specifier)))?.[1]
}

const parseDirective = (flags: string, text: string): Directive => {
  const lines = text.trimEnd().split("\n").filter((line) => line !== "")
  return {
    isSignedIn: flags.split(" ").includes("signed-in"),
    statements: lines.filter((line) => !line.startsWith("=> ")).join("\n"),
    output: lines.flatMap((line) => line.startsWith("=> ") ? [line.slice("=> ".length)] : [])
  }
}

const tabOf = (info: string): string | undefined => / tab="([^"]+)"/.exec(info)?.[1]

/** Lists the TypeScript blocks of a guide. */
export const examplesIn = (page: string, text: string): ReadonlyArray<Example> =>
  Array.from(text.matchAll(block)).map((match, index) => {
    const [all, kind, flags = "", body = "", language, info = "", code = ""] = match
    return {
      id: `${page}/${index}`,
      // Sound: the pattern matches only these.
      language: language as Example["language"],
      tab: tabOf(info),
      code,
      line: text.slice(0, match.index + all.indexOf("```")).split("\n").length + 1,
      run: kind === "run" ? parseDirective(flags, body) : undefined,
      needs: kind === "needs" ? `${flags}${body}`.trim() : needOf(code, tabOf(info))
    }
  })

/** Removes the comments of the blocks, and gives each block its id for the site: ```` ```ts run="password/0" ````. */
export const markExamples = (page: string, text: string): string => {
  const examples = examplesIn(page, text)
  let index = 0
  return text.replace(block, (_, _kind, _flags, _body, language, info, code) => {
    const { id, needs, run } = examples[index++]!
    const mark = run !== undefined ? ` run="${id}"` : needs !== undefined ? ` needs="${needs}"` : ""
    return `\`\`\`${language}${info}${mark}\n${code}\`\`\``
  })
}

/** Removes the comments of the blocks, for readers of the Markdown. */
export const withoutDirectives = (text: string): string =>
  text.replace(/^<!-- (?:run|needs)\b[\s\S]*?-->\n(?=```tsx?)/gm, "")

/** Replaces the placeholders for keys: a key has no character that a header cannot have. */
const withKeys = (code: string): string => code.replace(/\b(pck|ssk|sak)_…/g, "$1_example")

const tools = [
  "Faults",
  "click",
  "define",
  "effect",
  "emulator",
  "offline",
  "open",
  "print",
  "request",
  "see",
  "settle",
  "show",
  "totp",
  "type"
]

/** Returns `true` if statements use a name that they do not declare. */
const isUsed = (name: string, statements: string): boolean =>
  new RegExp(`(?<![.\\w])${name}\\b`).test(statements) && !new RegExp(`(?:const|let) ${name}\\b`).test(statements)

/** Returns `true` if a block imports or declares a name. */
const isIn = (name: string, code: string): boolean =>
  new RegExp(`^(?:export )?(?:const|class|import) [^"=]*\\b${name}\\b`, "m").test(code)

/** Returns the imports of the namespaces that only the statements use. */
const importsOf = (statements: string, code: string): string => {
  const names = new Set(Array.from(statements.matchAll(/(?<![.\w"])([A-Z]\w+)(?=\.)/g), ([, name]) => name!))
  const missing = [...names].filter((name) => !tools.includes(name) && !isIn(name, code) && !(name in globalThis))
  const own = missing.filter((name) => name !== "Effect")
  return [
    ...missing.length > own.length ? [`import * as Effect from "effect/Effect"\n`] : [],
    ...own.length > 0 ? [`import { ${own.join(", ")} } from "latchkey"\n`] : []
  ].join("")
}

/** Returns statements that define the functions that a block only declares: each prints its name and arguments. */
const definitionsOf = (code: string): string =>
  Array.from(
    code.matchAll(/^declare const (\w+): \(.*\) => (void|Promise<void>|Effect\.Effect<void>)$/gm),
    ([, name, result]) => {
      const call = `console.log("${name}:", ...values)`
      return `Object.assign(globalThis, { ${name}: (...values: ReadonlyArray<unknown>) => ${
        result!.startsWith("Effect") ? `Effect.sync(() => ${call})` : call
      } })`
    }
  ).join("\n")

/**
 * Returns the module of an example: its code, and a function `run` that uses it. `runType` is the path of the module with the type
 * of its parameter.
 */
export const moduleOf = ({ code, run }: Example, runType: string): string => {
  const statements = run?.statements ?? ""
  const used = tools.filter((name) => isUsed(name, statements) && !isIn(name, code))
  return [
    // After the imports, which run first in any case.
    withKeys(code).replace(/^(?!import )(?!\/\/ )(?=.)/m, `${definitionsOf(code)}\n`),
    importsOf(statements, code),
    `export const run = async ($: import(${JSON.stringify(runType)}).Run): Promise<void> => {`,
    used.length === 0 ? "" : `const { ${used.join(", ")} } = $`,
    statements,
    "}\n"
  ].join("\n")
}

/** Replaces what differs in each run: ids, times, tokens and durations. */
export const mask = (line: string): string =>
  line
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, "<id>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
    .replace(/\[\d\d:\d\d:\d\d\.\d{3}\]/g, "[<time>]")
    .replace(/(?<![\da-z])[\da-z]{40,}/gi, "<code>")
    .replace(/\d{1,2}\/\d{1,2}\/\d{4}, \d{1,2}:\d\d:\d\d [AP]M/g, "<time>")
    .replace(/http:\/\/localhost:\d+/g, "https://app.example.com")
    .replace(/\(#\d+\)/, "(<fiber>)")
    .replace(/\b\d+ms\b/g, "<time>")
    .replace(/ \(\d+ ms\)$/, "")

/** Writes the output of examples into the comments of a guide. */
export const withOutput = (page: string, text: string, outputs: ReadonlyMap<string, ReadonlyArray<string>>): string => {
  let index = 0
  return text.replace(block, (match, kind, flags, body = "") => {
    const output = outputs.get(`${page}/${index++}`)
    if (kind !== "run" || output === undefined) return match
    const { statements } = parseDirective(flags, body)
    const lines = [...statements === "" ? [] : [statements], ...output.map((line) => `=> ${line}`)]
    const head = `<!-- run ${flags}`.trimEnd()
    const comment = lines.length === 0 ? `${head} -->` : [head, ...lines, "-->"].join("\n")
    return `${comment}\n${match.slice(match.indexOf("```"))}`
  })
}
