import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { AccessToken } from "latchkey"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { jwt } from "./support.ts"

const parse = (token: string) => AccessToken.parse(Redacted.make(token))

const claims = { sub: "user", refreshTokenId: "session", iat: 1_767_225_600, exp: 1_767_226_200 }

describe("AccessToken.parse", () => {
  it("returns the user, the session and the times in milliseconds", () => {
    const token = Redacted.make(jwt(claims))
    assert.deepStrictEqual(AccessToken.parse(token), {
      token,
      userId: "user",
      sessionId: "session",
      issuedAtMillis: 1_767_225_600_000,
      expiresAtMillis: 1_767_226_200_000,
      claims
    })
  })

  it("reads the session id as newer services spell it", () => {
    const { refreshTokenId, ...rest } = claims
    assert.strictEqual(parse(jwt({ ...rest, refresh_token_id: refreshTokenId }))?.sessionId, "session")
  })

  it("prefers the older spelling if both are present, unless it is not a string", () => {
    assert.strictEqual(parse(jwt({ ...claims, refresh_token_id: "other" }))?.sessionId, "session")
    assert.strictEqual(parse(jwt({ ...claims, refreshTokenId: 7, refresh_token_id: "other" }))?.sessionId, "other")
  })

  it("omits claims that are missing or have another type", () => {
    for (const odd of [undefined, null, 7, {}, ["user"]]) {
      const token = parse(jwt({ exp: claims.exp, sub: odd, refreshTokenId: odd, iat: odd === 7 ? "7" : odd }))
      assert.deepStrictEqual([token?.userId, token?.sessionId, token?.issuedAtMillis], [
        undefined,
        undefined,
        undefined
      ])
    }
  })

  it("reads every time within the range of Date, and none outside it", () => {
    for (const seconds of [8.64e12, -8.64e12]) {
      const token = parse(jwt({ exp: seconds, iat: seconds }))
      assert.deepStrictEqual([token?.expiresAtMillis, token?.issuedAtMillis], [seconds * 1000, seconds * 1000])
      const beyond = seconds * (1 + 1e-9)
      assert.isUndefined(parse(jwt({ exp: beyond })))
      assert.isUndefined(parse(jwt({ exp: claims.exp, iat: beyond }))?.issuedAtMillis)
    }
  })

  it("keeps every claim in any script", () => {
    const name = "Zoë 李 🦊 \u0000 ‮"
    assert.deepStrictEqual(parse(jwt({ ...claims, name }))?.claims, { ...claims, name })
  })

  it("parses tokens without verifying their header or signature", () => {
    assert.strictEqual(parse(jwt(claims, { alg: "none" }))?.userId, "user")
    assert.strictEqual(parse(jwt(claims, {}))?.userId, "user")
  })

  const wrong: Record<string, string> = {
    "the empty text": "",
    "the text undefined": "undefined",
    "blanks": "   ",
    "one part": "eyJhbGciOiJub25lIn0",
    "two parts": jwt(claims).split(".").slice(0, 2).join("."),
    "four parts": `${jwt(claims)}.more`,
    "dots alone": "..",
    "a payload that is no JSON": `a.${Buffer.from("{exp:1}").toString("base64url")}.c`,
    "a payload that is a list": `a.${Buffer.from("[1]").toString("base64url")}.c`,
    "a payload that is null": `a.${Buffer.from("null").toString("base64url")}.c`,
    "a payload in no base64": "a.%%%%.c",
    "a payload cut off": jwt(claims).replace(/\.([^.]*)\./, (_, payload: string) => `.${payload.slice(0, -9)}.`),
    "no expiry": jwt({ sub: "user" }),
    "an expiry that is a text": jwt({ ...claims, exp: "1767226200" }),
    "an expiry that is NaN": jwt({ ...claims, exp: NaN }),
    "an expiry that is null": jwt({ ...claims, exp: null }),
    "an expiry that is true": jwt({ ...claims, exp: true }),
    "an expiry that is no finite number": `a.${Buffer.from("{\"exp\":1e999}").toString("base64url")}.c`,
    "an expiry past every date": jwt({ ...claims, exp: 1e300 })
  }

  for (const [what, token] of Object.entries(wrong)) {
    it(`returns undefined for ${what}`, () => assert.isUndefined(parse(token)))
  }

  it("ignores an issue time outside the range of Date", () => {
    assert.isUndefined(parse(jwt({ ...claims, iat: 1e300 }))?.issuedAtMillis)
    assert.isUndefined(parse(jwt({ ...claims, iat: -1e300 }))?.issuedAtMillis)
  })

  it("AccessToken.parse: parses a huge token", () => {
    assert.strictEqual(parse(jwt({ ...claims, filler: "x".repeat(1_000_000) }))?.userId, "user")
    assert.isUndefined(parse("x.".repeat(500_000)))
  })

  const total = (text: string) => {
    const token = parse(text)
    if (token === undefined) return
    assert.isTrue(Number.isFinite(token.expiresAtMillis))
    assert.isFalse(Number.isNaN(new Date(token.expiresAtMillis).getTime()))
    assert.isFalse(Number.isNaN(new Date(token.issuedAtMillis ?? 0).getTime()))
    assert.isTrue(token.userId === undefined || typeof token.userId === "string")
    assert.isTrue(token.sessionId === undefined || typeof token.sessionId === "string")
  }

  it("never throws for any string", () => {
    fc.assert(fc.property(fc.string({ unit: codePoint, maxLength: 300 }), total), { numRuns: runsOf(200) })
  })

  it("AccessToken.parse: never throws for any claims", () => {
    const claim = fc.oneof(fc.jsonValue(), fc.double(), fc.integer(), fc.constantFrom("undefined", 1e308, -1e308))
    const all = fc.dictionary(
      fc.constantFrom("exp", "iat", "sub", "refreshTokenId", "refresh_token_id", "__proto__"),
      claim
    )
    fc.assert(fc.property(all, (claims) => total(jwt(claims))), { numRuns: runsOf(200) })
  })

  it("never throws for a token damaged at any position", () => {
    const damage = fc.record({
      at: fc.nat({ max: jwt(claims).length }),
      length: fc.nat({ max: 20 }),
      by: fc.oneof(fc.string({ unit: codePoint, maxLength: 10 }), fc.constantFrom(".", "", "=", "undefined", "\n"))
    })
    fc.assert(
      fc.property(
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (damages) =>
          total(
            damages.reduce((text, { at, by, length }) => text.slice(0, at) + by + text.slice(at + length), jwt(claims))
          )
      ),
      { numRuns: runsOf(500) }
    )
  })
})
