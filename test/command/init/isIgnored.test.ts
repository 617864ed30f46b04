import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { isIgnored } from "../../../src/command/init/isIgnored.ts"
import { makeFolder } from "../support.ts"

describe("isIgnored", () => {
  for (
    const [patterns, name, expected] of [
      [".env", ".env", true],
      ["/.env", ".env", true],
      ["# env files\n.env*\n", ".env.local", true],
      ["*.local", ".env.local", true],
      ["**/.env", ".env", true],
      [".env*\n!.env.local", ".env.local", false],
      ["# .env", ".env", false],
      ["env", ".env", false],
      ["[z-a]\n.env", ".env", true],
      ["", ".env", false]
    ] as const
  ) {
    it.effect(`returns ${expected} for ${name} and ${JSON.stringify(patterns)}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(isIgnored(yield* makeFolder({ ".git/HEAD": "", ".gitignore": patterns }), name), expected)
      }))
  }

  it.effect("reads the files above a package up to the root of the repository", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({
        ".gitignore": "*",
        "repository/.git/HEAD": "",
        "repository/.gitignore": ".env\n/.env.local",
        "repository/app/a": ""
      })
      assert.isTrue(isIgnored(join(folder, "repository/app"), ".env"))
      assert.isFalse(isIgnored(join(folder, "repository/app"), ".env.local"))
    }))

  it.effect("isIgnored: the nearest .gitignore that names the file decides", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({
        ".git/HEAD": "",
        ".gitignore": ".env\n!.env.local",
        "app/.gitignore": "!.env\n.env.local"
      })
      assert.isFalse(isIgnored(join(folder, "app"), ".env"))
      assert.isTrue(isIgnored(join(folder, "app"), ".env.local"))
    }))
})
