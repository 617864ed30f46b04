import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type ts from "typescript"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { gapsIn } from "../reference/completeness.ts"
import { findProblems } from "../reference/findProblems.ts"
import { generate } from "../reference/generate.ts"
import { entries, pagesIn, pagesOf } from "../reference/pages.ts"

const folder = mkdtempSync(join(tmpdir(), "latchkey-reference-"))
let program: ts.Program
let pages: ReadonlyMap<string, string>

beforeAll(async () => {
  program = await generate(entries(), folder)
  pages = pagesIn(folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the gaps after a change of one page. The change has to apply. */
const gapsAfter = (page: string, from: string | RegExp, to: string): ReadonlyArray<string> => {
  const text = pages.get(page)!
  const changed = text.replace(from, to)
  assert.notStrictEqual(changed, text, `${page} does not contain ${from}`)
  return gapsIn(program, entries(), new Map(pages).set(page, changed))
}

describe("the reference", () => {
  it("prints every export, every member and every optional parameter", () => {
    assert.deepStrictEqual(gapsIn(program, entries(), pages), [])
  })

  it("has a page for each entry point and namespace, without dead links", () => {
    const internal = findProblems(pages, pagesOf(entries())).filter((problem) => !problem.includes("(../"))
    assert.deepStrictEqual(internal, [])
  })

  it("each module has an example", () => {
    const without = [...pages].filter(([page, text]) =>
      // The index, and the entry points whose namespaces have pages with examples.
      page !== "README.md" && !text.includes("## Namespaces") && !text.includes("**Example**")
    )
    assert.deepStrictEqual(without.map(([page]) => page), [])
  })

  it("prints the inherited options of the client level", () => {
    const [code] = /interface ClientOptions[\s\S]*?^```$/m.exec(pages.get("latchkey/Client.md")!)!
    for (const name of ["projectId", "publishableClientKey?", "apiUrl?", "requestTimeout?"]) {
      assert.include(code, `readonly ${name}:`)
    }
  })

  it("prints parameters with a default value as optional", () => {
    assert.include(pages.get("latchkey/Client.md"), "const layerConfig: (options?:")
    assert.match(pages.get("emulator/Emulator.md")!, /const make: \(\s*options\?:/)
  })
})

describe("gapsIn", () => {
  it("finds an export that is not printed", () => {
    const gaps = gapsAfter("latchkey/Client.md", /^### layer\n[\s\S]*?(?=^### )/m, "")
    assert.include(gaps, "latchkey/Client: layer is not printed")
  })

  it("finds an inherited member that is not printed", () => {
    const gaps = gapsAfter("latchkey/Client.md", /^ {2}readonly publishableClientKey\?:.*\n/m, "")
    assert.include(gaps, "latchkey/Client: ClientOptions lacks publishableClientKey")
  })

  it("finds an optional member that prints as required", () => {
    const gaps = gapsAfter("latchkey/Client.md", "readonly apiUrl?:", "readonly apiUrl:")
    assert.include(gaps, "latchkey/Client: ClientOptions.apiUrl prints as required")
  })

  it("finds an optional parameter that prints as required", () => {
    const gaps = gapsAfter("latchkey/Client.md", "const layerConfig: (options?:", "const layerConfig: (options:")
    assert.deepStrictEqual(gaps, ["latchkey/Client: layerConfig, parameter 1 prints as required"])
  })

  it("finds a member of an intersection that is not printed", () => {
    const gaps = gapsAfter("server/Users.md", "readonly pageSize?: number", "readonly other?: number")
    assert.include(gaps, "server/Users: stream, parameter 1 lacks pageSize")
  })

  it("finds a member of a service that is not printed", () => {
    const gaps = gapsAfter("emulator/Emulator.md", /^ +readonly setFault:.*\n/m, "")
    assert.include(gaps, "emulator/Emulator: Emulator lacks setFault")
  })

  it("finds a member of a base interface that is not printed", () => {
    const gaps = gapsAfter(
      "latchkey.md",
      /(?<=^interface KnownError<[^}]*\}\n[^}]*) {2}readonly message: string\n/m,
      ""
    )
    assert.include(gaps, "latchkey: KnownError lacks message")
  })
})
