/** Values that are false, zero or empty, in every part of a request. */
import { assert, describe, it } from "@effect/vitest"
import { prepare } from "../../src/call/prepare.ts"
import { boolean, booleanFromString, finiteFromString, nullOr, number, optional, string } from "../../src/wire/Codec.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import { struct } from "../../src/wire/Struct.ts"
import { success } from "../../src/wire/success.ts"
import { checkRows } from "../support/mismatches.ts"

const texts = struct({
  text: optional(string),
  flag: optional(booleanFromString),
  count: optional(finiteFromString)
})

const inQuery = endpoint("query", "GET", "/test", {}, () => ({ query: texts, success }))
const inForm = endpoint("form", "POST", "/test", { encoding: "form" }, () => ({ payload: texts, success }))
const inJson = endpoint("json", "POST", "/test", {}, () => ({
  payload: struct({
    text: optional(string),
    flag: optional(boolean),
    count: optional(number),
    note: optional(nullOr(string))
  }),
  success
}))

const inputs: ReadonlyArray<{ readonly [name: string]: string | number | boolean | undefined }> = [
  {},
  { text: undefined, flag: undefined, count: undefined },
  { text: "" },
  { flag: false },
  { count: 0 },
  { text: "", flag: false, count: 0 },
  { text: "undefined", flag: true, count: 1 },
  { text: "null", flag: undefined, count: 0 }
]

/** The fields that are present. Only `undefined` leaves a field out. */
const presentIn = (input: object) => Object.entries(input).filter(([, value]) => value !== undefined)

const prepared = (...args: Parameters<typeof prepare>) => {
  const result = prepare(...args)
  return typeof result === "string" ? assert.fail(result) : result
}

describe("prepare", () => {
  it("prepare: sends empty values of queries and forms, and omits undefined", () => {
    checkRows(inputs, (input) => JSON.stringify(input), (input) => {
      const expected = presentIn(input).map(([name, value]) => [name, String(value)])
      const { body, url } = prepared("https://api.test", inQuery, { query: input })
      assert.deepStrictEqual([...new URL(url).searchParams], expected)
      assert.strictEqual(url.includes("?"), expected.length > 0)
      assert.isUndefined(body)
      const form = prepared("https://api.test", inForm, { payload: input })
      assert.deepStrictEqual([...new URLSearchParams(form.body)], expected)
    })
  })

  it("prepare: sends false, zero, empty and null values of a JSON body, and omits undefined", () => {
    checkRows([...inputs, { note: null }, { text: "", note: null }], (input) => JSON.stringify(input), (input) => {
      const { body } = prepared("https://api.test", inJson, { payload: input })
      assert.deepStrictEqual(JSON.parse(body!), Object.fromEntries(presentIn(input)))
    })
  })

  it("changes no input, and accepts a frozen one", () => {
    checkRows(inputs, (input) => JSON.stringify(input), (input) => {
      for (const [described, part] of [[inQuery, "query"], [inForm, "payload"], [inJson, "payload"]] as const) {
        const given = Object.freeze({ [part]: Object.freeze({ ...input }) })
        prepared("https://api.test", described, given)
        assert.deepStrictEqual(given, { [part]: input })
      }
    })
  })
})
