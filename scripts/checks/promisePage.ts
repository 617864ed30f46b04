/** Checks that the page about the Promise client lists every function of its clients. */
import { createAuthClient } from "../../src/promise.ts"
import { createAdminClient } from "../../src/promise/admin.ts"
import { createServerClient } from "../../src/promise/server.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const path = "docs/promise.md"

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

/** Reports the functions that the row of their group does not name. */
export const checkPromisePage = ({ read }: Repository): ReadonlyArray<Problem> => {
  const text = read(path)
  const groups = promiseGroups()
  if (groups.size < 20) return [{ path, message: `the clients have only ${groups.size} groups` }]
  return [...groups].flatMap(([name, functions]): ReadonlyArray<Problem> => {
    const row = text.split("\n").find((line) => line.startsWith("| `") && line.split("|")[1]!.includes(`\`${name}\``))
    if (row === undefined) {
      return [{ path, message: `no table has a row for ${name}; add one with ${functions.join(", ")}` }]
    }
    const missing = functions.filter((each) => !row.includes(`\`${each}\``))
    return missing.length === 0
      ? []
      : [{ path, line: lineOf(text, row), message: `the row of ${name} lacks ${missing.join(", ")}; add them` }]
  })
}
