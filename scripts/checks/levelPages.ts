/** Checks that the pages about the levels list every function of their namespaces. */
import { join } from "node:path"
import { codeOf } from "../repository.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

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

/** Reports the functions that the row of their namespace does not name. */
export const checkLevelPages = ({ read }: Repository): ReadonlyArray<Problem> =>
  levels.flatMap(([entry, page]) => {
    const path = `docs/${page}.md`
    const text = read(path)
    const namespaces = Array.from(read(`src/${entry}.ts`).matchAll(/export \* as (\w+) from "(\..+)"/g))
    if (namespaces.length < 5) return [{ path: `src/${entry}.ts`, message: "has fewer than 5 namespaces" }]
    return namespaces.flatMap(([, name, file]): ReadonlyArray<Problem> => {
      if (elsewhere.includes(name!) && !(entry === "server" && name === "Sessions") || name === "TokenStore") return []
      const row = text.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``))
      const functions = Array.from(
        codeOf(join("src", file!), read).matchAll(/^export const (\w+)/gm),
        ([, name]) => name!
      )
      const missing = functions.filter((name) => row === undefined || !new RegExp(`\\b${name}\\b`).test(row))
      if (missing.length === 0) return []
      const message = row === undefined
        ? `no table has a row for ${name}; add one with ${missing.join(", ")}`
        : `the row of ${name} lacks ${missing.join(", ")}; add them`
      return [{ path, line: row === undefined ? undefined : lineOf(text, row), message }]
    })
  })
