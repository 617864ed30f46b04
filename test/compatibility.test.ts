/**
 * The page of compatibility: its table is that of the present descriptions, and knows every endpoint that one generation has.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { pagePath, pageText, rows } from "../scripts/compatibility.ts"

describe("the page of compatibility", () => {
  it("has the table of the present functions: `npm run compatibility` writes it", async () => {
    assert.strictEqual(readFileSync(pagePath, "utf8"), await pageText())
  })

  it("finds the functions of every level, and what they call through others", async () => {
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

  it("names no function whose input it calls fixed and that does not exist", async () => {
    const names = new Set((await rows()).map(({ name }) => name))
    for (const name of ["Optimistic.selectTeam", "Teams.create", "Teams.select", "Totp.disable", "Totp.enable"]) {
      assert.isTrue(names.has(name), name)
    }
  })
})
