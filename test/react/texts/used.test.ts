/** Each text is used by a component. */
import { assert, describe, it } from "@effect/vitest"
import { defaultTexts } from "latchkey/react"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesIn, root } from "../../../scripts/repository.ts"

const folder = join(root, "react")

const files = [...await filesIn(folder, ".ts"), ...await filesIn(folder, ".tsx")]
  .filter((path) => !path.startsWith(join(folder, "texts/")))

/** Finds the texts of a module: sections that it passes to `useTexts`, and the keys that it reads from them. */
const usesIn = (code: string): ReadonlyArray<string> => {
  const calls = Array.from(
    code.matchAll(/const (?:(\w+)|\{([^}]*)\}) = useTexts\(\s*"(\w+)"/g),
    ({ 1: alias, 2: names = "", 3: section, index }) => ({ alias, index, names, section: section! })
  )
  return calls.flatMap(({ alias, index, names, section }) => {
    if (alias === undefined) return names.split(",").map((name) => `${section}.${name.split(":")[0]!.trim()}`)
    // Until the variable is declared again, by the next component of the module.
    const end = calls.find((call) => call.index > index && call.alias === alias)?.index
    const scope = code.slice(index, end)
    // In `texts[name]`, the keys are literals in the same module.
    const dynamic = new RegExp(`\\b${alias}\\[`).test(scope) ? [...code.matchAll(/"(\w+)"/g)] : []
    return [...scope.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g")), ...dynamic].map(([, key]) =>
      `${section}.${key!}`
    )
  })
}

describe("the texts", () => {
  it("are all used by a component", () => {
    const used = new Set(files.flatMap((path) => usesIn(readFileSync(path, "utf8"))))
    const unused = Object.entries(defaultTexts).flatMap(([section, texts]) =>
      // The messages of errors are looked up by tag.
      section === "errors" || section === "reasons"
        ? []
        : Object.keys(texts).map((key) => `${section}.${key}`).filter((name) => !used.has(name))
    )
    assert.deepStrictEqual(unused, [])
  })
})
