import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { decodeJwt } from "jose"
import { decodeClaims } from "../../src/session/decodeClaims.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { jwt } from "./support.ts"

/** Returns the claims that jose decodes, or `undefined` if it rejects the token. */
const decodeWithJose = (token: string) => {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}

const agree = (token: string) => assert.deepStrictEqual(decodeClaims(token), decodeWithJose(token), token)

const encode = (payload: string | Uint8Array) => Buffer.from(payload).toString("base64url")

const claims = { sub: "user", name: "Zoë 李 🦊", exp: 1_767_226_200, roles: ["a", { b: null }] }

/** Characters with a meaning in some form of base64, in a JWT or in neither. */
const characters = [
  ..."AQZaz09-_+/=.%",
  ..."\t\n\v\f\r \u00a0\u0000\u2028é",
  "==",
  "🦊",
  ""
]

describe("decodeClaims", () => {
  it("returns the claims of a JWT", () => {
    assert.deepStrictEqual(decodeClaims(jwt(claims)), claims)
    assert.deepStrictEqual(decodeClaims(`a.${encode("{\"__proto__\":1}")}.c`), JSON.parse("{\"__proto__\":1}"))
  })

  it("does not read the header or the signature", () => {
    assert.deepStrictEqual(decodeClaims(`.${encode("{}")}.`), {})
    assert.deepStrictEqual(decodeClaims(`%.${encode("{}")}.%`), {})
  })

  it("returns undefined unless the token has three parts", () => {
    const payload = encode("{}")
    for (const token of ["", payload, `a.${payload}`, `a.${payload}.c.d`, `a.${payload}.c.d.e`, "..", "...."]) {
      assert.isUndefined(decodeClaims(token), token)
    }
  })

  it("returns undefined for the characters + and /, which base64url excludes", () => {
    const payload = encode("{\"a\":\"~~>\",\"b\":\"??>\"}")
    assert.include(payload, "-")
    assert.include(payload, "_")
    assert.deepStrictEqual(decodeClaims(`a.${payload}.c`), { a: "~~>", b: "??>" })
    assert.isUndefined(decodeClaims(`a.${payload.replaceAll("-", "+")}.c`))
    assert.isUndefined(decodeClaims(`a.${payload.replaceAll("_", "/")}.c`))
  })

  it("returns undefined for bytes that are not UTF-8", () => {
    const bytes = [...Buffer.from("{\"a\":\"x\"}")]
    for (const invalid of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const payload = encode(Uint8Array.from([...bytes.slice(0, 6), ...invalid, ...bytes.slice(7)]))
      assert.isUndefined(decodeClaims(`a.${payload}.c`))
    }
  })

  it("returns undefined for JSON that is not an object, and for text that is not JSON", () => {
    for (const text of ["null", "[]", "\"{}\"", "1", "true", "{", "{}{}", " ", "undefined"]) {
      assert.isUndefined(decodeClaims(`a.${encode(text)}.c`), text)
    }
  })

  it("returns undefined for a value that is not a string", () => {
    for (const value of [undefined, null, 1, {}, ["a", "b", "c"]]) {
      // Sound: untyped code can pass any value.
      assert.isUndefined(decodeClaims(value as unknown as string))
    }
  })

  it("agrees with jose on any claims", () => {
    const text = fc.string({ unit: codePoint, maxLength: 20 })
    const all = fc.dictionary(fc.oneof(text, fc.constantFrom("exp", "__proto__", "toString")), fc.jsonValue())
    fc.assert(fc.property(all, (claims) => agree(jwt(claims))), { numRuns: runsOf(200) })
  })

  it("agrees with jose on any bytes as the payload", () => {
    const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)))
    const bytes = fc.oneof(json, fc.uint8Array({ maxLength: 40 }))
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0x20], [0])
    fc.assert(
      fc.property(bytes, mark, mark, (bytes, before, after) => {
        agree(`a.${encode(Uint8Array.from([...before, ...bytes, ...after]))}.c`)
      }),
      { numRuns: runsOf(500) }
    )
  })

  it("agrees with jose on a token changed at any position", () => {
    const token = jwt(claims)
    const change = fc.record({
      at: fc.nat({ max: token.length }),
      length: fc.nat({ max: 4 }),
      by: fc.constantFrom(...characters)
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        agree(changes.reduce((text, { at, by, length }) => text.slice(0, at) + by + text.slice(at + length), token))
      }),
      { numRuns: runsOf(1000) }
    )
  })

  it("agrees with jose on any short payload of characters of base64, padding and white space", () => {
    const payload = fc.array(fc.constantFrom(...characters), { maxLength: 12 })
    const object = fc.constantFrom("e30", "e30=", "e31", "eyJhIjoxfQ", "IHt9", "")
    fc.assert(
      fc.property(payload, object, payload, (before, object, after) => {
        agree(`a.${before.join("")}${object}${after.join("")}.c`)
        agree(`a.${object}${after.slice(0, 2).join("")}.c`)
      }),
      { numRuns: runsOf(1000) }
    )
  })

  it("agrees with jose on any string", () => {
    const part = fc.oneof(fc.string({ unit: codePoint, maxLength: 20 }), fc.constantFrom("e30", "", "eyJhIjoxfQ"))
    fc.assert(fc.property(fc.array(part, { maxLength: 6 }), (parts) => agree(parts.join("."))), {
      numRuns: runsOf(500)
    })
  })
})
