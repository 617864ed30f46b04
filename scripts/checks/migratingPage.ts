/** Checks that the page about migrating names only functions, hooks and components that exist. */
import * as admin from "../../src/admin.ts"
import * as cli from "../../src/cli.ts"
import * as client from "../../src/index.ts"
import * as promise from "../../src/promise.ts"
import * as server from "../../src/server.ts"
import { reactExports } from "./reactPage.ts"
import type { Problem, Repository } from "./Repository.ts"

const modules: ReadonlyArray<object> = [client, server, admin, cli, promise]

const hasMember = (namespace: string, name: string): boolean =>
  modules.some((module) => {
    const found: unknown = Reflect.get(module, namespace)
    return typeof found === "object" && found !== null && name in found
  })

/** Reports the code spans in the second column of a table that name no export. */
export const checkMigratingPage = (repository: Repository): ReadonlyArray<Problem> => {
  const path = "docs/migrating.md"
  const inReact = new Set(reactExports(repository))
  const isExported = (name: string) => inReact.has(name) || modules.some((module) => name in module)
  let count = 0
  const problems = repository.read(path).split("\n").flatMap((line, index): ReadonlyArray<Problem> => {
    if (!line.startsWith("| ")) return []
    let namespace = ""
    const cell = line.split("|")[2]!
    return Array.from(cell.matchAll(/`(?:([A-Z]\w+))?\.?(\w+)(?:\([^`]*\))?`/g)).flatMap(([code, owner, name]) => {
      count++
      const plain = code.slice(1, -1).replace(/\(.*$/, "")
      const unknown: ReadonlyArray<Problem> = [
        { path, line: index + 1, message: `${code} does not exist; name a function, hook or component of this version` }
      ]
      if (!plain.includes(".")) {
        // A hook or a component; a lower-case word is a field, an option or a header.
        return /^(?:use[A-Z]|[A-Z])\w+$/.test(plain) && !isExported(plain) ? unknown : []
      }
      namespace = owner ?? namespace
      return (/^[A-Z]/.test(plain) || plain.startsWith(".")) && !hasMember(namespace, name!) ? unknown : []
    })
  })
  return count > 50 ? problems : [{ path, message: `has only ${count} names in its tables` }]
}
