/** Checks that the page about the Promise client lists every function of its clients. */
import { createAuthClient } from "../../src/promise.ts"
import { createAdminClient } from "../../src/promise/admin.ts"
import { createServerClient } from "../../src/promise/server.ts"
import type { Read } from "../repository.ts"
import { completePages, formatGaps, type Gap } from "../tableRows.ts"
import type { Problem, Repository } from "./Repository.ts"

const path = "docs/promise-functions.md"

const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", apiUrl: "https://api.stack-auth.com" }

/** Returns the functions of a client and of its groups, by the name of the group. */
const groupsOf = (
  name: string,
  group: object
): ReadonlyArray<readonly [name: string, functions: ReadonlyArray<string>]> => {
  const members = Object.entries(group)
  const functions = members.flatMap(([key, member]) => typeof member === "function" ? [key] : [])
  return [
    ...functions.length === 0 ? [] : [[name, functions] as const],
    ...members.flatMap(([key, member]) =>
      typeof member === "object" && member !== null ? groupsOf(`${name}.${key}`, member) : []
    )
  ]
}

/** Returns the functions of the three clients, by the names of their groups, such as `auth.teams`. */
export const promiseGroups = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const { server: _, ...admin } = createAdminClient({ ...options, superSecretAdminKey: "sak_1" })
  return new Map([
    ...groupsOf("auth", createAuthClient(options)),
    ...groupsOf("server", createServerClient({ ...options, secretServerKey: "ssk_1" })),
    ...groupsOf("admin", admin)
  ])
}

/** Lists the functions that the rows of their groups do not name. */
const findGaps = (read: Read): ReadonlyArray<Gap> => {
  const rows = read(path).split("\n").filter((line) => line.startsWith("| `"))
  return [...promiseGroups()].flatMap(([name, functions]): ReadonlyArray<Gap> => {
    const row = rows.find((line) => line.split("|")[1]!.includes(`\`${name}\``))
    const missing = functions.filter((each) => row === undefined || !row.includes(`\`${each}\``))
    return missing.length === 0 ? [] : [{ path, name, row, missing }]
  })
}

/** Returns the page with the missing functions in its rows. */
export const completePromisePage = (read: Read): ReadonlyMap<string, string> => completePages(findGaps(read), read)

export const checkPromisePage = ({ read }: Repository): ReadonlyArray<Problem> => {
  const { size } = promiseGroups()
  return size < 20 ? [{ path, message: `the clients have only ${size} groups` }] : formatGaps(findGaps(read), read)
}
