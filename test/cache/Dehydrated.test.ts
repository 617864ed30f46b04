import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { Resource } from "latchkey"
import { fromSchema } from "latchkey/schema"
import {
  decodeEntry,
  type Dehydrated,
  encodeEntry,
  parseDehydrated,
  statusOfDehydrated,
  stringify
} from "../../src/cache/Dehydrated.ts"
import { runsOf } from "../support/propertyRuns.ts"

const seed: Dehydrated = { isSignedIn: true, userId: "ada", entries: { teams: { value: [1] } } }

describe("parseDehydrated", () => {
  it("parses a serialized value, with and without a user", () => {
    const none = { isSignedIn: false, userId: null, entries: { a: { value: null, wasPending: true } } }
    const dated = { ...seed, createdAt: 5, claims: { isAnonymous: false, isRestricted: true } }
    for (const given of [seed, none, dated]) assert.deepStrictEqual<unknown>(parseDehydrated(given), given)
  })

  it("returns undefined if one field is missing or of another type", () => {
    const broken: ReadonlyArray<object> = [
      { isSignedIn: undefined },
      { isSignedIn: "true" },
      { userId: undefined },
      { userId: 5 },
      { entries: undefined },
      { entries: null },
      { entries: "teams" },
      { entries: [] }
    ]
    for (const change of broken) assert.isUndefined(parseDehydrated({ ...seed, ...change }), JSON.stringify(change))
    for (const given of [undefined, null, "seed", 5, Object.assign([], seed)]) {
      assert.isUndefined(parseDehydrated(given))
    }
  })

  it("omits an invalid time, and claims that are invalid or of no user", () => {
    const claims = { isAnonymous: false, isRestricted: false }
    for (const createdAt of [undefined, null, "5", NaN, Infinity]) {
      assert.deepStrictEqual(parseDehydrated({ ...seed, createdAt }), seed)
    }
    for (const broken of [undefined, null, "user", [], { isAnonymous: false }, { ...claims, isRestricted: "no" }]) {
      assert.deepStrictEqual(parseDehydrated({ ...seed, claims: broken }), seed)
    }
    assert.notProperty(parseDehydrated({ ...seed, isSignedIn: false, userId: null, claims }), "claims")
    assert.deepStrictEqual(parseDehydrated({ ...seed, claims }), { ...seed, claims })
  })

  it("parseDehydrated: returns the input or undefined for any JSON", () => {
    const field = fc.oneof(fc.jsonValue(), fc.boolean(), fc.string(), fc.double(), fc.constant(undefined))
    const input = fc.record({
      isSignedIn: field,
      userId: field,
      createdAt: field,
      claims: fc.oneof(field, fc.record({ isAnonymous: field, isRestricted: field })),
      entries: fc.oneof(
        field,
        fc.dictionary(fc.string(), fc.oneof(field, fc.record({ value: field, wasPending: field })))
      )
    })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), input), (given) => {
        const parsed = parseDehydrated(given)
        if (parsed !== undefined) assert.deepStrictEqual(parseDehydrated(parsed), parsed)
      }),
      { numRuns: runsOf(500) }
    )
  })

  it("omits entries without a value and flags that are not true", () => {
    const entries = { none: null, text: "x", empty: {}, list: [], mark: { value: 1, wasPending: "yes" } }
    assert.deepStrictEqual(parseDehydrated({ ...seed, entries })?.entries, { mark: { value: 1 } })
  })
})

describe("statusOfDehydrated", () => {
  it("statusOfDehydrated: returns SignedIn or SignedOut as serialized", () => {
    assert.deepStrictEqual(statusOfDehydrated(seed), { _tag: "SignedIn", isRefreshing: false, isStale: false })
    assert.deepStrictEqual(statusOfDehydrated({ ...seed, isSignedIn: false }), { _tag: "SignedOut" })
  })
})

describe("decodeEntry and encodeEntry", () => {
  const make = (name: string, codec?: Resource.Codec<unknown>) =>
    Resource.make<unknown, never>({ name, read: Effect.succeed(null), ...codec && { codec } })

  it("decodeEntry: returns only own entries whose value matches the codec", () => {
    const numbers = fromSchema(Schema.Array(Schema.Number))
    assert.deepStrictEqual(decodeEntry(seed, make("teams", numbers)), { value: [1] })
    assert.isUndefined(decodeEntry(seed, make("teams", fromSchema(Schema.String))))
    assert.isUndefined(decodeEntry(seed, make("teams")))
    assert.isUndefined(decodeEntry(seed, make("users", numbers)))
    assert.isUndefined(decodeEntry(seed, make("constructor", fromSchema(Schema.Unknown))))
  })

  it("omits values without a codec, with a secret, or of another type than the codec's", () => {
    assert.deepStrictEqual(encodeEntry(make("a", fromSchema(Schema.Number)), 5), { value: 5 })
    assert.isUndefined(encodeEntry(make("a", fromSchema(Schema.Number)), "five"))
    assert.isUndefined(encodeEntry(make("a"), 5))
    assert.isUndefined(encodeEntry(make("a", fromSchema(Schema.Unknown)), { deep: [Redacted.make("shh")] }))
  })
})

describe("stringify", () => {
  it("stringify: escapes text that could end a script, and parses to the same value", () => {
    const value = "</script>&<!--\u2028\u2029"
    const text = stringify({ ...seed, entries: { text: { value } } })
    assert.notMatch(text, /[<>&\u2028\u2029]/)
    assert.include(text, "\\u003c/script\\u003e\\u0026\\u003c!--\\u2028\\u2029")
    assert.deepStrictEqual(JSON.parse(text).entries, { text: { value } })
  })
})
