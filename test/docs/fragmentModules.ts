import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { fragmentsOf } from "../support/fragments.ts"

const root = resolve(import.meta.dirname, "../..")

/** Makes a module of each code block of the docs: `docs:<page>/<index>.ts`. */
export const fragmentModules = {
  name: "fragment-modules",
  resolveId: (id: string) => id.startsWith("docs:") ? id : null,
  load: (id: string) => {
    const [, page, index] = /^docs:(.+)\/(\d+)\.ts$/.exec(id) ?? []
    if (page === undefined) return null
    return fragmentsOf(readFileSync(resolve(root, page), "utf8"))[Number(index)]!
  }
}
