import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { AuthProblem, RecentSignInRequired } from "latchkey/server"
import { parseHeader, parseProblem } from "../../src/account/Challenge.ts"
import { secondFactorAcr } from "../../src/wire/stepUp.ts"
import { checkRows } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"

const error = "error=\"insufficient_user_authentication\""
const weak = { maxAge: undefined, factor: undefined }
const recent = { maxAge: 300, factor: undefined }

const headers: ReadonlyArray<readonly [header: string | null | undefined, expected: object | undefined]> = [
  [null, undefined],
  [undefined, undefined],
  ["", undefined],
  ["Bearer", undefined],
  ["Bearer error=\"invalid_token\"", undefined],
  [`Bearer ${error}, max_age="300"`, recent],
  [`Bearer ${error}`, weak],
  [`bearer realm="a, b", ERROR=insufficient_user_authentication , max_age = 300`, recent],
  [`Bearer ${error}, acr_values="x ${secondFactorAcr}", max_age="300"`, { maxAge: 300, factor: "second" }],
  [`Bearer ${error}, acr_values="gold"`, undefined],
  [`Bearer ${error}, acr_values="gold", Bearer ${error}, max_age="300"`, recent],
  [`Bearer ${error}, acr_values=" "`, weak],
  [`Basic realm="x", Bearer ${error}, max_age="300", Digest nonce="y"`, recent],
  [`Negotiate abc+/==, Bearer ${error}, max_age="300"`, recent],
  [`Negotiate, Bearer ${error}, max_age="300"`, recent],
  [`Bearer error="invalid_token", Bearer ${error}, max_age="300"`, recent],
  [`Basic ${error}, max_age="300"`, undefined],
  [`Bearer error="x \\" ${error}", max_age="300"`, undefined],
  [`Bearer ${error}, max_age="-1"`, weak],
  [`Bearer ${error}, max_age="1e3"`, weak],
  [`Bearer ${error}, max_age="99999999999"`, weak],
  [`Bearer ${error}, max_age="0"`, { maxAge: 0, factor: undefined }],
  [`Bearer ${error}, max_age="300", max_age="9"`, recent],
  [`Bearer error="a", ${error}`, undefined],
  [`${error}, max_age="300"`, undefined],
  [`Bearer ${error}, max_age="300`, undefined],
  [`Bearer ${error} max_age="300"`, undefined],
  [`Bearer ${error}, max_age="300"${" ".repeat(9000)}`, undefined]
]

describe("the challenge of a response", () => {
  it("is read from the header, also among others, and malformed headers have none", () =>
    checkRows(
      headers,
      ([header]) => String(header),
      ([header, expected]) => assert.deepStrictEqual(parseHeader(header), expected)
    ))

  it("is what the server sends, in the header and in the body", () => {
    for (const factor of [undefined, "second"] as const) {
      const { body, headers } = AuthProblem.make(new RecentSignInRequired({ message: "x", maxAge: 300, factor }))
      const expected = { maxAge: 300, factor }
      assert.deepStrictEqual(parseHeader(headers["www-authenticate"]), expected)
      assert.deepStrictEqual(parseProblem(JSON.stringify(body)), expected)
    }
  })

  it("is read from no other body", () => {
    const bodies = [
      "",
      "null",
      "[]",
      "1",
      "{",
      "{\"code\":\"SignInRequired\"}",
      `{"code":"RecentSignInRequired"${" ".repeat(9000)}}`
    ]
    assert.deepStrictEqual(bodies.map(parseProblem), bodies.map(() => undefined))
    const odd = JSON.stringify({ code: "RecentSignInRequired", maxAge: "300", factor: "first" })
    assert.deepStrictEqual(parseProblem(odd), weak)
    for (const maxAge of ["1e999", "-1", "0.5", "1e21", "null"]) {
      assert.deepStrictEqual(parseProblem(`{"code":"RecentSignInRequired","maxAge":${maxAge}}`), weak, maxAge)
    }
  })

  it("no text makes a parser throw", () => {
    const pieces = fc.constantFrom("Bearer", " ", ",", "=", "\"", "\\", error, "max_age", "1", "acr_values", "é", "\0")
    const texts = fc.oneof(fc.string(), fc.array(pieces, { maxLength: 40 }).map((all) => all.join("")))
    fc.assert(
      fc.property(texts, (text) => {
        const found = [parseHeader(text), parseProblem(text)]
        for (const challenge of found) {
          if (challenge !== undefined) assert.hasAllKeys(challenge, ["maxAge", "factor"])
        }
      }),
      { numRuns: runsOf(500) }
    )
  })
})
