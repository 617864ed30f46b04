/** Parsers of session ids, records and encrypted values, with arbitrary input. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { Tokens } from "latchkey"
import { SessionStore } from "latchkey/server"
import { open, seal } from "../../src/platform/seal.ts"
import { getId } from "../../src/server/sessionIdCookie.ts"
import { decodeRecord, type SessionRecord } from "../../src/server/SessionRecord.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"

const numRuns = runsOf(500)

const record: SessionRecord = {
  version: 1,
  createdAt: 1,
  usedAt: 2,
  rotatedAt: 3,
  current: { hash: "a", key: "b", validUntil: 5 },
  next: { hash: "c", key: "d", secret: "e" },
  previous: [{ hash: "f", key: "g", validUntil: 4 }],
  tokens: "h",
  proofKey: "i",
  owner: "j",
  challenge: { hash: "k", validUntil: 6 },
  device: {
    hash: "l",
    key: "m",
    publicKey: { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43) },
    challenges: [{ hash: "n", validUntil: 7 }],
    pending: { hash: "o", key: "p", validUntil: 8 }
  }
}

/** Records with one replaced value, and texts with one replaced part. */
const texts = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.json(),
  fc.tuple(fc.constantFrom(...Object.keys(record)), fc.jsonValue()).map(([key, value]) =>
    JSON.stringify({ ...record, [key]: value })
  ),
  fc.tuple(fc.nat(200), fc.string({ maxLength: 3 })).map(([index, part]) => {
    const text = JSON.stringify(record)
    return text.slice(0, index) + part + text.slice(index + 1)
  })
)

describe("arbitrary inputs", () => {
  it("arbitrary inputs parse to records or undefined, and valid records survive a round trip", () => {
    assert.deepStrictEqual(decodeRecord(JSON.stringify(record)), record)
    fc.assert(
      fc.property(texts, (text) => {
        const found = decodeRecord(text)
        if (found !== undefined) assert.deepStrictEqual(decodeRecord(JSON.stringify(found)), found)
      }),
      { numRuns }
    )
  })

  it("inputs with a missing or wrongly typed required field are not accepted as session records", () => {
    const broken = (["createdAt", "usedAt", "rotatedAt", "tokens", "current"] as const).flatMap((key) =>
      [undefined, null, true, {}, []].map((value) => ({ ...record, [key]: value }))
    )
    for (const record of broken) assert.isUndefined(decodeRecord(JSON.stringify(record)), JSON.stringify(record))
  })

  it("arbitrary inputs parse to cookies with an id or undefined", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (first, second) => {
        const cookie = `${first}; __Host-latchkey-session=${second}`
        const id = getId({ url: "https://app.example.com/", headers: { cookie } }, undefined)
        assert.isTrue(id === undefined || Redacted.value(id) !== "")
        getId({ url: first, headers: { cookie, host: second } }, undefined)
      }),
      { numRuns }
    )
  })

  it.effect("arbitrary inputs are no session ids", () =>
    Effect.gen(function*() {
      const store = SessionStore.make(yield* SessionStore.makeMemoryRecords)
      const { id } = yield* store.create(Tokens.make({ refreshToken: "r" })!)
      const part = fc.string({ minLength: 43, maxLength: 43, unit: fc.constantFrom(..."aA0_-") })
      const ids = fc.oneof(
        fc.string({ unit: codePoint }),
        fc.tuple(part, part).map((parts) => parts.join(".")),
        part.map((secret) => `${Redacted.value(id).slice(0, 43)}.${secret}`)
      )
      for (const text of fc.sample(ids, numRuns)) assert.isUndefined(yield* store.get(Redacted.make(text)))
      assert.isDefined(yield* store.get(id))
    }))

  it.effect("arbitrary inputs are not accepted as encrypted values", () =>
    Effect.gen(function*() {
      const secret = Redacted.make("secret")
      const sealed = yield* seal(secret, "context", "text")
      assert.strictEqual(yield* open(secret, "context", sealed), "text")
      assert.isUndefined(yield* open(secret, "another context", sealed))
      assert.isUndefined(yield* open(Redacted.make("another secret"), "context", sealed))
      const values = fc.oneof(
        fc.string({ unit: codePoint }),
        fc.base64String({ maxLength: 40 }),
        fc.nat(sealed.length - 2).map((index) =>
          sealed.slice(0, index) + (sealed[index] === "A" ? "B" : "A") + sealed.slice(index + 1)
        )
      )
      for (const value of fc.sample(values, numRuns)) assert.isUndefined(yield* open(secret, "context", value))
    }))
})
