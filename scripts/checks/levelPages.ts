/** Checks that the pages about the levels list every function of their namespaces. */
import { join } from "node:path"
import { codeOf, type Read } from "../repository.ts"
import { completePages, formatGaps, type Gap } from "../tableRows.ts"
import type { Problem, Repository } from "./Repository.ts"

const levels = [["index", "accounts"], ["server", "server"], ["admin", "admin"]] as const

/** Modules with separate pages, or used by every program. */
const elsewhere = [
  "AccessToken",
  "Admin",
  "ApiErrors",
  "Claims",
  "Client",
  "KnownErrors",
  "Server",
  "Session",
  "Sessions",
  "Tokens"
]

const namespacesIn = (read: Read, entry: string) =>
  Array.from(
    read(`src/${entry}.ts`).matchAll(/export \* as (\w+) from "(\..+)"/g),
    ([, name, file]) => ({ name: name!, file: file! })
  )

/** Lists the functions that the rows of their namespaces do not name. */
const findGaps = (read: Read): ReadonlyArray<Gap> =>
  levels.flatMap(([entry, page]) => {
    const path = `docs/${page}.md`
    const rows = read(path).split("\n").filter((line) => line.startsWith("|"))
    return namespacesIn(read, entry).flatMap(({ file, name }): ReadonlyArray<Gap> => {
      if (elsewhere.includes(name) && !(entry === "server" && name === "Sessions") || name === "TokenStore") return []
      const row = rows.find((line) => line.includes(`\`${name}\``))
      const functions = Array.from(
        codeOf(join("src", file), read).matchAll(/^export const (\w+)/gm),
        ([, name]) => name!
      )
      const missing = functions.filter((name) => row === undefined || !new RegExp(`\\b${name}\\b`).test(row))
      return missing.length === 0 ? [] : [{ path, name, row, missing }]
    })
  })

/** Returns the pages with the missing functions in their rows. */
export const completeLevelPages = (read: Read): ReadonlyMap<string, string> => completePages(findGaps(read), read)

export const checkLevelPages = ({ read }: Repository): ReadonlyArray<Problem> => [
  ...levels.filter(([entry]) => namespacesIn(read, entry).length < 5)
    .map(([entry]) => ({ path: `src/${entry}.ts`, message: "has fewer than 5 namespaces" })),
  ...formatGaps(findGaps(read), read)
]
