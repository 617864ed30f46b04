/** The keys and values of JSON with and without a description. */
import { assert, describe, it } from "@effect/vitest"
import { pseudonymize } from "../../src/recorder/pseudonymize.ts"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import { makeJwt } from "../../src/replay/TokenText.ts"
import {
  array,
  boolean,
  type Codec,
  jsonValue,
  nullOr,
  number,
  optional,
  record,
  string,
  union,
  unknown
} from "../../src/wire/Codec.ts"
import { struct } from "../../src/wire/Struct.ts"
import { checkRows } from "../support/mismatches.ts"

/** A text that must not remain. */
const planted = "planted"

/** Descriptions, and a value for each that has the planted text as a key and as a value, where the description allows it. */
const rows: ReadonlyArray<{ readonly name: string; readonly codec: Codec<any> | undefined; readonly json: unknown }> = [
  { name: "no description", codec: undefined, json: { [planted]: [planted, { [planted]: planted }] } },
  { name: "a value that does not fit", codec: number, json: { [planted]: planted } },
  { name: "a record of texts", codec: record(string), json: { [planted]: planted } },
  { name: "a record of numbers", codec: record(number), json: { [planted]: 1 } },
  { name: "a record of booleans", codec: record(boolean), json: { [planted]: true } },
  { name: "a record of records", codec: record(record(string)), json: { [planted]: { [planted]: planted } } },
  { name: "a list of records", codec: array(record(string)), json: [{ [planted]: planted }] },
  { name: "a record of lists", codec: record(array(string)), json: { [planted]: [planted] } },
  { name: "an optional record", codec: struct({ a: optional(record(string)) }), json: { a: { [planted]: planted } } },
  {
    name: "a record that may be null",
    codec: struct({ a: nullOr(record(string)) }),
    json: { a: { [planted]: planted } }
  },
  { name: "a record in a union", codec: union(() => [number, record(string)]), json: { [planted]: planted } },
  { name: "any JSON", codec: jsonValue, json: { [planted]: { [planted]: [planted] } } },
  { name: "any value", codec: unknown, json: { [planted]: planted } },
  { name: "a field that is not described", codec: struct({ a: string }), json: { a: planted, [planted]: planted } }
]

describe("pseudonymize", () => {
  it("replaces each text in keys and values, and keeps the structure", () => {
    checkRows(rows, ({ name }) => name, ({ codec, json }) => {
      const result = pseudonymize(makePseudonyms(), codec, json, "text")
      assert.notInclude(JSON.stringify(result), planted)
      assert.strictEqual(Array.isArray(result), Array.isArray(json))
      assert.strictEqual(typeof result, typeof json)
    })
  })

  it("pseudonymize: equal texts get one pseudonym, and different texts two", () => {
    const result = pseudonymize(makePseudonyms(), record(string), { a: "a", b: "a", c: "b" }, "text")
    // Sound: the description is a record of texts.
    const entries = Object.entries(result as Readonly<Record<string, string>>)
    assert.deepStrictEqual(entries.map(([key]) => key), [...new Set(entries.map(([key]) => key))])
    assert.strictEqual(entries[0]![1], entries[0]![0])
    assert.strictEqual(entries[1]![1], entries[0]![0])
    assert.strictEqual(entries[2]![1], entries[1]![0])
  })
})

describe("the pseudonym of a text", () => {
  const textOf = (value: string, kind = "value") => makePseudonyms().text(value, kind)

  it("keeps its kind: an email address, a URL, a path, a key, a UUID", () => {
    checkRows(
      [
        ["ada@example.com", "email-1@example.invalid"],
        ["ada+test@example.com", "email-1@example.invalid"],
        ["o'hara-x@sub.example.com", "email-1@example.invalid"],
        ["\u00fc@example.com", "email-1@example.invalid"],
        ["two words@example.com", "value-1"],
        ["a@b@example.com", "value-1"],
        ["https://app.example.com", "https://host-1.invalid/"],
        ["https://app.example.com:8443/", "https://host-1.invalid/"],
        ["https://127.0.0.1.example.com:8443/", "https://host-1.invalid/"],
        ["http://localhost:3000/", "http://localhost:3000/"],
        ["http://127.0.0.1:3000/", "http://localhost:3000/"],
        ["http://[::1]:3000/", "http://localhost:3000/"],
        ["/users/secret", "/users/path-1"],
        ["/users?secret=a#b", "/users?parameter-1=secret-1#fragment-1"],
        ["/users?code=a", "/users?code=code-1"],
        ["ssk_secret", "ssk_key-1"],
        ["pck_secret", "pck_key-1"],
        ["sak_secret", "sak_key-1"],
        ["c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001", "00000000-0000-4000-8000-000000000001"],
        ["Bearer", "Bearer"],
        ["", ""]
      ] as const,
      ([value]) => value,
      ([value, expected]) => assert.strictEqual(textOf(value), expected)
    )
  })

  it("a pseudonym is numbered per kind, and the kind has only letters and digits", () => {
    const { text } = makePseudonyms()
    assert.deepStrictEqual(
      [["a", "team_id"], ["b", "team"], ["c", "Refresh Token!"], ["d", "\u00fc"], ["a", "other"]].map(([value, kind]) =>
        text(value!, kind!)
      ),
      ["team-1", "team-2", "refresh-token-1", "text-1", "team-1"]
    )
  })

  it("keeps the times and flags of a JWT, and the claims of the user that are null", () => {
    const pseudonyms = makePseudonyms()
    const claims = {
      sub: "ada",
      exp: 5,
      is_anonymous: false,
      is_restricted: "secret",
      name: null,
      email: null,
      selected_team_id: null,
      refresh_token_id: 5,
      other: null
    }
    assert.strictEqual(pseudonyms.text(makeJwt(claims, "signature"), "access-token"), "jwt-1")
    assert.deepStrictEqual(pseudonyms.claims, {
      "jwt-1": { exp: 5, is_anonymous: false, sub: "user-1", name: null, email: null, selected_team_id: null }
    })
  })
})
