import { assert, describe, it } from "@effect/vitest"
import { getSpellings, redactJson, redactText } from "../../src/call/redact.ts"

/** Nests a value in lists. */
const nest = (value: unknown, depth: number): unknown => depth === 0 ? value : [nest(value, depth - 1)]

describe("redactJson", () => {
  it("keeps 32 levels, and truncates a list below them", () => {
    assert.deepStrictEqual(redactJson(nest("kept", 32), []), nest("kept", 32))
    assert.deepStrictEqual(redactJson(nest([], 31), []), nest([], 31))
    assert.deepStrictEqual(redactJson(nest([], 32), []), nest("<nested too deep>", 32))
    assert.deepStrictEqual(redactJson(nest("cut", 60), []), nest("<nested too deep>", 32))
  })

  it("redactJson: ends a list with the item that uses up the budget", () => {
    assert.deepStrictEqual(redactJson([1, 2], [], { left: 5 }), [1])
    assert.deepStrictEqual(redactJson([1, 2], [], { left: 6 }), [1, 2])
  })

  it("replaces a secret in texts and keys at every level", () => {
    assert.deepStrictEqual(redactJson({ a: [{ "x-secret1-y": "secret1" }] }, ["secret1"]), {
      a: [{ "x-<redacted>-y": "<redacted>" }]
    })
  })
})

describe("spellings", () => {
  it("replaces the longer of two secrets first if it contains the other", () => {
    const secrets = ["secret-1", "secret-1-longer"]
    for (const values of [secrets, secrets.toReversed()]) {
      assert.strictEqual(redactText("secret-1-longer", getSpellings(values)), "<redacted>")
    }
  })

  it("treats a string as a secret from 8 characters on, and from 6 if it is not a word", () => {
    for (const secret of ["12345678", "abcdefgh", "123456", "abcde1", "1abcde", "abc-de"]) {
      assert.include(getSpellings([secret]), secret)
    }
    for (const word of ["", "12345", "abc-d", "abcdef", "ABCDEFG"]) {
      assert.deepStrictEqual(getSpellings([word]), [], word)
    }
    for (const value of [undefined, null, 12345678, {}]) assert.deepStrictEqual(getSpellings([value]), [])
  })

  it("spellings: include a secret as encoded by JSON, forms, URLs, HTML and Base64", () => {
    const secret = "a\"b/c+d&e'f<g> é"
    const spelled = getSpellings([secret])
    const texts = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
      new URLSearchParams({ "": secret }).toString().slice(1),
      encodeURIComponent(secret),
      "a&quot;b/c+d&amp;e&#39;f&lt;g&gt; é",
      "a&quot;b/c+d&amp;e&#x27;f&lt;g&gt; é"
    ]
    for (const text of texts) {
      assert.include(spelled, text)
      assert.strictEqual(redactText(`[${text}]`, spelled), "[<redacted>]")
    }
    for (const before of ["", "0", "00"]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const encoded = Buffer.from(`${before}${secret}00`).toString(encoding)
        assert.match(redactText(encoded, spelled), /^.{0,3}<redacted>.{0,6}$/)
      }
    }
  })
})
