/** Describes each error by its code: from the error classes, their comments, the tables of the guides, and the emulator. */
import { classes, describeErrors as describeKnownErrors, elsewhere, withoutCall } from "../../scripts/knownErrors.ts"
import type { Read } from "../../scripts/repository.ts"
import { getWireNames, toCamelCase } from "../../src/wire/names.ts"

/** A cause of an error, with its fix. The service and Latchkey have one each for the codes that both use. */
export interface Cause {
  readonly when: string
  readonly fix: string
}

/** What a page says about a code, without the calls. */
export interface ErrorDescription {
  readonly code: string
  readonly tag: string
  readonly status: number | undefined
  readonly isOfService: boolean
  /** The first generation of services that sends the error. `undefined` for all. */
  readonly generation: string | undefined
  readonly details: ReadonlyArray<string>
  /** The text in the emulator's response, with names in angle brackets for its values. */
  readonly message: string | undefined
  readonly causes: ReadonlyArray<Cause>
  /** How it reaches a program that no call's type names. */
  readonly otherwise: string
}

/** A row of a guide's table, and the page that has it. */
interface Row {
  readonly page: string
  readonly cause: string
  readonly fix: string
}

const sentence = (text: string): string => {
  const first = /^`|^\w+:/.test(text) ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** Lets a link of a guide start in the folder of the error pages. */
const moveLinks = (text: string, page: string): string =>
  text.replace(/\]\(([^):#]*)(#[^)]*)?\)/g, (_, path: string, anchor = "") => `](../${path || page}${anchor})`)

/** Reads the tables whose columns are a code, an error, a cause and `what to do`, by code. */
const readTables = (pages: ReadonlyMap<string, string>): ReadonlyMap<string, Row> => {
  const rows = new Map<string, Row>()
  for (const [page, text] of pages) {
    let isTable = false
    for (const line of text.split("\n")) {
      if (!line.startsWith("|")) isTable = false
      else if (line.startsWith("| `error.code`")) isTable = line.endsWith("| what to do |")
      else if (isTable) {
        const [, first = "", , cause = "", fix = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
        const code = /^`([A-Z_]+)`/.exec(first)?.[1]
        if (code !== undefined) {
          rows.set(code, { page, cause: sentence(moveLinks(cause, page)), fix: sentence(moveLinks(fix, page)) })
        }
      }
    }
  }
  return rows
}

/** Returns the text that the emulator sends with an error, without hints at its end. */
const findMessage = (emulator: string, tag: string): string | undefined => {
  const text = String.raw`(["\`])((?:\\.|(?!\1)[^\n\\])+)\1`
  const [, , found] = new RegExp(`\\b${tag},\\s*${text}`).exec(emulator) ??
    new RegExp(`\\bnew ${tag}\\(\\{\\s*message: ${text}`).exec(emulator) ?? []
  return found?.replace(/\. ?\$\{.*$/, ".").replace(/\$\{[^}]*?(\w+)\W*\}/g, "<$1>").replace(/\\(.)/g, "$1")
}

/** Returns the status in the comment of an error class. */
const findStatus = (sources: string, tag: string): number | undefined => {
  const [, status] = new RegExp(`Status (\\d{3})\\b(?:(?!\\*/)[\\s\\S])*\\*/\\nexport class ${tag} `).exec(sources) ??
    []
  return status === undefined ? undefined : Number(status)
}

/** The files that the descriptions come from. */
export interface Sources {
  readonly read: Read
  /** The paths of the guides. */
  readonly guides: ReadonlyArray<string>
  /** The paths of the library's modules. */
  readonly modules: ReadonlyArray<string>
}

/** Describes the codes of the given tags. Throws an error that lists the codes without a cause. */
export const describeErrors = (
  codes: ReadonlyMap<string, string>,
  { guides, modules, read }: Sources
): ReadonlyArray<ErrorDescription> => {
  const { comments } = describeKnownErrors(read)
  const rows = readTables(new Map(guides.map((path) => [path.replace("docs/", ""), read(path)])))
  const textOf = (folder: string) => modules.filter((path) => path.startsWith(folder)).map(read).join("\n")
  const emulator = textOf("src/emulator/")
  const sources = textOf("src/")
  const described = [...codes].map(([tag, code]): ErrorDescription => {
    const known = classes.get(tag)
    const comment = comments.get(tag)
    const row = rows.get(code)
    return {
      code,
      tag,
      status: known === undefined ? findStatus(sources, tag) : known.status,
      isOfService: comment !== undefined,
      generation: comment?.generation,
      details: known?.details === undefined ? [] : getWireNames(known.details).map(toCamelCase),
      message: findMessage(emulator, tag),
      causes: [
        ...comment === undefined ? [] : [{ when: comment.when, fix: sentence(comment.toDo) }],
        ...row === undefined ? [] : [{ when: row.cause, fix: row.fix }]
      ],
      otherwise: elsewhere.get(tag) ?? (known === undefined ? "" : withoutCall(code))
    }
  })
  const missing = described.filter(({ causes }) => causes.length === 0).map(({ code }) => code)
  if (missing.length > 0) {
    throw new Error(
      `No error page for ${
        missing.join(", ")
      }: write a row with a cause and "what to do" in a guide, or a comment in KnownErrors.ts`
    )
  }
  return described.toSorted((a, b) => a.code < b.code ? -1 : 1)
}
