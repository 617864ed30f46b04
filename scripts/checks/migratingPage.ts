/** Checks that the pages about migrating name only functions, hooks and components that exist. */
import * as admin from "../../src/admin.ts"
import * as cli from "../../src/cli.ts"
import * as client from "../../src/index.ts"
import * as promise from "../../src/promise.ts"
import * as promiseAdmin from "../../src/promise/admin.ts"
import * as promiseServer from "../../src/promise/server.ts"
import * as server from "../../src/server.ts"
import { promiseGroups } from "./promisePage.ts"
import { reactExports } from "./reactPage.ts"
import type { Problem, Repository } from "./Repository.ts"

const pages = ["docs/migrating.md", "docs/migrating-names.md"] as const

const modules: ReadonlyArray<object> = [client, server, admin, cli, promise, promiseServer, promiseAdmin]

const hasMember = (namespace: string, name: string): boolean =>
  modules.some((module) => {
    const found: unknown = Reflect.get(module, namespace)
    return typeof found === "object" && found !== null && name in found
  })

/** Reports the code spans in the columns of Latchkey that name no export, and no function of a Promise client. */
export const checkMigratingPage = (repository: Repository): ReadonlyArray<Problem> => {
  const inReact = new Set(reactExports(repository))
  const groups = promiseGroups()
  const isExported = (name: string) => inReact.has(name) || modules.some((module) => name in module)
  let count = 0
  const exists = (owner: string, name: string): boolean =>
    /^(?:auth|server|admin)\b/.test(owner)
      ? groups.get(owner)?.includes(name) === true || groups.has(`${owner}.${name}`)
      : hasMember(owner, name)
  const lines = pages.flatMap((path) => repository.read(path).split("\n").map((line, index) => ({ path, line, index })))
  const problems = lines.flatMap(({ index, line, path }): ReadonlyArray<Problem> => {
    if (!line.startsWith("| ")) return []
    return line.split("|").slice(2).flatMap((cell) => {
      let owner = ""
      return Array.from(cell.matchAll(/`([\w.]+)(?:\([^`]*\))?`/g)).flatMap(([code, plain]) => {
        count++
        const unknown: ReadonlyArray<Problem> = [
          {
            path,
            line: index + 1,
            message: `${code} does not exist; name a function, hook or component of this version`
          }
        ]
        const dot = plain!.lastIndexOf(".")
        if (dot < 0) {
          // A hook or a component; a lower-case word is a field, an option or a header.
          return /^(?:use[A-Z]|[A-Z])\w+$/.test(plain!) && !isExported(plain!) ? unknown : []
        }
        if (dot > 0) owner = plain!.slice(0, dot)
        const isFunction = /^(?:[A-Z]|auth\b|server\b|admin\b)/.test(owner)
        return isFunction && !exists(owner, plain!.slice(dot + 1)) ? unknown : []
      })
    })
  })
  return count > 50 ? problems : [{ path: pages[1], message: `has only ${count} names in its tables` }]
}
