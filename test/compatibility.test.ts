/** The compatibility page: its table matches the current descriptions, and covers every endpoint of only one generation. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { givenByCaller, optionsOf, pagePath, pageText, rows } from "../scripts/compatibility.ts"
import { endpoints } from "../src/wire/endpoints.ts"
import { toCamelCase } from "../src/wire/names.ts"

describe("the compatibility page", () => {
  it("contains the current table: run npm run compatibility", async () => {
    assert.strictEqual(readFileSync(pagePath, "utf8"), await pageText())
  })

  it("finds the functions of every level, including indirect calls", async () => {
    const all = await rows()
    const names = all.map(({ level, name }) => `${level} ${name}`)
    for (
      const name of ["client Password.signUp", "client Session.signOut", "server Users.stream", "admin Emails.list"]
    ) {
      assert.include(names, name)
    }
    const stream = all.find(({ name }) => name === "Users.stream")!
    assert.include(stream.added, "includeAnonymous")
    assert.deepStrictEqual(stream.generations, ["2025", "2026"])
    assert.isAbove(all.length, 200)
  })

  it("names only existing functions", async () => {
    const names = new Set((await rows()).map(({ name }) => name))
    for (const name of [...givenByCaller, ...Object.keys(optionsOf)]) assert.isTrue(names.has(name), name)
  })

  it("shows every field added in 2026, except those that functions fill in", async () => {
    const shown = new Set((await rows()).flatMap(({ added }) => added))
    const missing = endpoints.flatMap(({ addedFields }) =>
      addedFields.map((path) => path.split(".").map(toCamelCase).join("."))
    )
      .filter((field) => !shown.has(field))
    assert.deepStrictEqual([...new Set(missing)].toSorted(), [
      "botChallengePhase",
      "botChallengeToken",
      "botChallengeUnavailable",
      "mode",
      "stackResponseMode"
    ])
  })
})
