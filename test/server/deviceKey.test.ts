import { assert, describe, it } from "@effect/vitest"
import { parseDeviceKey } from "../../src/server/deviceKey.ts"

const text = (length: number) => "a".repeat(length)
const ec = { kty: "EC", crv: "P-256", x: text(43), y: text(43) }
const rsa = { kty: "RSA", n: text(342), e: "AQAB" }

describe("parseDeviceKey", () => {
  it("returns the public members of a P-256 key, and of an RSA key with 2048 to 4096 bits", () => {
    for (const key of [ec, rsa, { ...rsa, n: text(683) }]) {
      assert.deepStrictEqual<unknown>(parseDeviceKey({ ...key, d: "private", alg: "none" }), key)
    }
  })

  it("returns undefined for other values, curves and lengths", () => {
    const others = [undefined, null, "", [], {}, { kty: "oct", k: "AAAA" }, { kty: "OKP", crv: "Ed25519", x: text(43) }]
    const changes = [{ crv: "P-384" }, { x: text(42) }, { y: text(44) }, { x: `${text(42)}+` }]
      .map((change): unknown => ({ ...ec, ...change }))
      .concat(
        [{ n: text(341) }, { n: text(684) }, { e: "A" }, { e: text(400) }].map((change) => ({ ...rsa, ...change }))
      )
    for (const other of changes.concat(others)) assert.isUndefined(parseDeviceKey(other), JSON.stringify(other))
  })
})
