import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { Tokens } from "latchkey"
import { runsOf } from "../support/propertyRuns.ts"

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

/** Strings that a header cannot carry, or that it splits into several values. */
const unsayable = ["a\r\nx-evil: 1", "a\n", "a\u0000", "\u007f", "\u00e4", "\ud83d\ude00", "\ud800"]

describe("Tokens.make", () => {
  it("accepts plain and redacted strings", () => {
    assert.deepStrictEqual(plain(Tokens.make({ refreshToken: "r", accessToken: "a" })), ["r", "a"])
    assert.deepStrictEqual(
      plain(Tokens.make({ refreshToken: Redacted.make("r"), accessToken: Redacted.make("a") })),
      ["r", "a"]
    )
  })

  it("omits the access token if it is invalid", () => {
    const redacted = ["", "undefined", "\u00e4"].map((text) => Redacted.make(text))
    for (const accessToken of [undefined, null, "", "undefined", ...redacted, ...unsayable]) {
      assert.deepStrictEqual(plain(Tokens.make({ refreshToken: "r", accessToken })), ["r", undefined])
    }
  })

  it("returns undefined without a refresh token", () => {
    const redacted = ["", "undefined", "\u00e4"].map((text) => Redacted.make(text))
    for (const refreshToken of [undefined, null, "", "undefined", ...redacted, ...unsayable]) {
      assert.isUndefined(Tokens.make({ refreshToken, accessToken: "a" }))
    }
  })

  it("never throws, and keeps every string that a header can carry", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (refreshToken, accessToken) => {
        // Untyped code can pass any value.
        const tokens = Tokens.make({ refreshToken, accessToken } as Parameters<typeof Tokens.make>[0])
        const isToken = (input: unknown) => typeof input === "string" && /^[ -~]+$/.test(input) && input !== "undefined"
        assert.strictEqual(tokens !== undefined, isToken(refreshToken))
        assert.strictEqual(tokens?.accessToken !== undefined, isToken(refreshToken) && isToken(accessToken))
      }),
      { numRuns: runsOf(100) }
    )
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1 }), (text) => {
        fc.pre(text !== "undefined")
        assert.deepStrictEqual(plain(Tokens.make({ refreshToken: text, accessToken: text })), [text, text])
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("printed Tokens contain no token", () => {
    const tokens = Tokens.make({ refreshToken: "secret-refresh", accessToken: "secret-access" })
    assert.notInclude(JSON.stringify(tokens) + String(tokens?.refreshToken), "secret-")
  })
})

describe("Tokens.isSameSession and isSame", () => {
  const text = fc.constantFrom("a", "b", undefined)
  const tokens = fc.record({ refreshToken: text, accessToken: text }).map((input) => Tokens.make(input))

  it("Tokens.isSameSession compares refresh tokens, and Tokens.isSame compares both", () => {
    fc.assert(
      fc.property(tokens, tokens, (one, another) => {
        const [a, b] = [plain(one), plain(another)]
        assert.strictEqual(Tokens.isSameSession(one, another), a?.[0] === b?.[0])
        assert.strictEqual(Tokens.isSame(one, another), a?.[0] === b?.[0] && a?.[1] === b?.[1])
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("compare two access tokens without refresh tokens by their text", () => {
    const alone = (accessToken: string) => ({ refreshToken: undefined, accessToken: Redacted.make(accessToken) })
    assert.isTrue(Tokens.isSameSession(alone("a"), alone("a")))
    assert.isFalse(Tokens.isSameSession(alone("a"), alone("b")))
    assert.isFalse(Tokens.isSameSession(alone("a"), Tokens.make({ refreshToken: "r", accessToken: "a" })))
  })
})
