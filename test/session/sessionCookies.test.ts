import { assert, describe, it } from "@effect/vitest"
import { decodeDomain } from "../../src/session/sessionCookies.ts"
import { base32 } from "../../src/wire/base32.ts"

/** Encodes a string in Crockford's base 32 without padding. */
const encode = (text: string): string => {
  const bits = Array.from(text, (letter) => letter.charCodeAt(0).toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((group) => base32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("")
}

const domainIn = (text: string) => decodeDomain(`stack-refresh-project--custom-${encode(text)}`)

describe("domainOf", () => {
  it("returns the domain that a name encodes in base 32, in either case", () => {
    for (const domain of ["a.b", "example.com", "my-app.example.co.uk", "127.0.0.1", "x".repeat(60) + ".example.com"]) {
      assert.strictEqual(domainIn(domain), domain)
      assert.strictEqual(decodeDomain(`stack-refresh-project--custom-${encode(domain).toUpperCase()}`), domain)
    }
  })

  it("returns undefined for a string that is not a domain with several labels", () => {
    for (const text of ["", "localhost", ".com", "example.", "a..b", "example.com/", "example.com;", " example.com"]) {
      assert.isUndefined(domainIn(text), text)
    }
  })

  it("domainOf: returns undefined for a string that is not ASCII", () => {
    for (let i = 0; i < "example.com".length; i++) {
      const letters = Array.from("example.com", (letter, j) => letter.charCodeAt(0) + (i === j ? 128 : 0))
      assert.isUndefined(domainIn(String.fromCharCode(...letters)), String(i))
    }
  })

  it("returns undefined for other names", () => {
    for (const name of ["", "stack-access", "stack-refresh-project", "stack-refresh-project--default"]) {
      assert.isUndefined(decodeDomain(name), name)
    }
    assert.isUndefined(decodeDomain(`stack-refresh-project--custom-${encode("example.com")}!`))
    assert.isUndefined(decodeDomain(`stack-refresh-project--custom-${encode("example.com")}-x`))
  })
})
