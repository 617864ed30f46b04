/** Digests of texts, by `node:crypto` and by Web Crypto. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { fromNodeCrypto, fromWebCrypto, Sha256 } from "../../src/platform/Sha256.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"

const digests = {
  default: Sha256.defaultValue(),
  "node:crypto without hash": fromNodeCrypto({ createHash }),
  "Web Crypto": fromWebCrypto
}

describe.each(Object.entries(digests))("SHA-256 by %s", (_, digest) => {
  it.effect("is the digest of FIPS 180-4", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
      assert.strictEqual(yield* digest("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }))

  it.effect("is the same for any text", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.string({ unit: codePoint }), async (text) => {
          const expected = createHash("sha256").update(text, "utf8").digest("base64")
          assert.strictEqual(await Effect.runPromise(digest(text)), expected)
        }),
        { numRuns: runsOf(100) }
      )
    ))
})

describe("SHA-256", () => {
  it("is synchronous by default in Node.js", () => {
    assert.strictEqual(Effect.runSync(Sha256.defaultValue()("abc")), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  })

  it("falls back to Web Crypto on hosts without node:crypto", async () => {
    const { getBuiltinModule } = process
    try {
      for (const other of [undefined, () => undefined, () => ({})]) {
        Object.assign(process, { getBuiltinModule: other })
        assert.strictEqual(Sha256.defaultValue(), fromWebCrypto)
      }
    } finally {
      Object.assign(process, { getBuiltinModule })
    }
  })
})
