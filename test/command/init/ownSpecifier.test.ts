import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { getOwnSpecifier } from "../../../src/command/init/makePlan.ts"
import { makeFolder } from "../support.ts"

/** Returns the specifier for a copy that npx has installed from a source. */
const specifierFrom = (resolved: string | undefined) =>
  Effect.map(
    makeFolder({
      "npx/node_modules/latchkey/package.json": "{\"name\":\"latchkey\",\"version\":\"1.2.3\"}",
      "npx/node_modules/.package-lock.json": JSON.stringify({ packages: { "node_modules/latchkey": { resolved } } })
    }),
    (folder) => getOwnSpecifier(join(folder, "app"), join(folder, "npx/node_modules/latchkey/dist/node/bin.js"))
  )

describe("getOwnSpecifier", () => {
  it.effect("returns the version of a package from a registry", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* specifierFrom("https://registry.npmjs.org/latchkey.tgz"), "latchkey@^1.2.3")
      assert.strictEqual(yield* specifierFrom(undefined), "latchkey@^1.2.3")
    }))

  it.effect("returns the path of a tarball, relative to the app", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* specifierFrom("file:../latchkey-1.2.3.tgz"), "../latchkey-1.2.3.tgz")
    }))

  it.effect("returns the repository of a package from Git", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* specifierFrom("git+https://example.com/latchkey.git#1"),
        "git+https://example.com/latchkey.git#1"
      )
    }))
})
