/** The headers of hosts: records, whose values may be lists, and web headers. */
import { assert, describe, it } from "@effect/vitest"
import { read } from "../../src/server/credentialHeaders.ts"

describe("the headers of a request", () => {
  it("a record joins cookies with semicolons, and values of other headers with commas", () => {
    const { get } = read({ headers: { cookie: ["a=1", "b=2"], Upgrade: ["h2c", "websocket"] } })
    assert.strictEqual(get("cookie"), "a=1; b=2")
    assert.strictEqual(get("upgrade"), "h2c, websocket")
  })

  it("a record joins values whose names differ in case only", () => {
    const { get } = read({ headers: { Cookie: "a=1", cookie: "b=2", "X-Api-Key": "one", "x-api-key": "two" } })
    assert.strictEqual(get("cookie"), "a=1; b=2")
    assert.strictEqual(get("x-api-key"), "one, two")
  })

  it("a record ignores values that are no text", () => {
    // As untyped code may pass them.
    const headers = { cookie: undefined, authorization: [undefined, 1], host: [undefined, "app.example.com"] }
    const { get } = read({ headers: headers as never })
    assert.deepStrictEqual(
      ["cookie", "authorization", "host"].map(get),
      [undefined, undefined, "app.example.com"]
    )
  })

  it("a record without host has the pseudo-header of HTTP/2 as host", () => {
    assert.strictEqual(read({ headers: { ":authority": "two.example" } }).get("host"), "two.example")
    assert.strictEqual(
      read({ headers: { ":authority": "two.example", host: "one.example" } }).get("host"),
      "one.example"
    )
    assert.isUndefined(read({ headers: { ":authority": "two.example" } }).get("origin"))
  })

  it("several authorizations are found in raw headers, in any case", () => {
    const several = (rawHeaders: unknown) => read({ headers: {}, rawHeaders }).hasSeveralAuthorizations
    assert.isTrue(several(["Authorization", "Bearer a", "AUTHORIZATION", "Bearer b"]))
    assert.isTrue(several(["authorization", "Bearer a", "host", "x", "Authorization", "Bearer a"]))
    assert.isFalse(several(["Authorization", "authorization", "Host", "authorization"]))
    assert.isFalse(several(undefined))
  })
})
