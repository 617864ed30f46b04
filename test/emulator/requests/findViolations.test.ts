/** Violations of requests: the emulator lists some exactly if decoding fails or a field is unknown. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { findViolations } from "../../../src/emulator/requests/findViolations.ts"
import {
  array,
  boolean,
  check,
  type Codec,
  getNode,
  literal,
  nullOr,
  optional,
  record,
  string,
  union,
  withDefault
} from "../../../src/wire/Codec.ts"
import { decode, Problem } from "../../../src/wire/decode.ts"
import { endpoints } from "../../../src/wire/endpoints.ts"
import { isObject } from "../../../src/wire/Json.ts"
import { struct } from "../../../src/wire/Struct.ts"
import { addExtraFields, anyJson, hasExtraFields, makeJson } from "../../support/descriptions.ts"
import { runsOf } from "../../support/propertyRuns.ts"

const inputs: ReadonlyArray<readonly [name: string, codec: Codec<unknown>]> = endpoints.flatMap((endpoint) =>
  (["params", "query", "payload"] as const).flatMap((part) => {
    const codec = endpoint[part]
    return codec === undefined ? [] : [[`${endpoint.id} ${part}`, codec] as const]
  })
)

const find = (codec: Codec<unknown>, value: unknown) => findViolations(getNode(codec), value, "body")

/** Replaces one value within JSON by another. */
const replaceOne = (json: unknown, choices: ReadonlyArray<number>, replacement: unknown): unknown => {
  const keys = isObject(json) || Array.isArray(json) ? Object.keys(json) : []
  const [choice, ...rest] = choices
  if (choice === undefined || keys.length === 0) return replacement
  const key = keys[choice % keys.length]!
  // Sound, both: `key` is a key of the array or object.
  if (Array.isArray(json)) {
    return json.map((item, index) => String(index) === key ? replaceOne(item, rest, replacement) : item)
  }
  const inner = (json as Readonly<Record<string, unknown>>)[key]
  return Object.fromEntries([...Object.entries(json as object), [key, replaceOne(inner, rest, replacement)]])
}

describe("the violations of a request", () => {
  it("findViolations: returns violations exactly if decoding fails or a field is unknown", () => {
    for (const [name, codec] of inputs) {
      const changed = fc.tuple(makeJson(codec), fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), anyJson)
        .map(([json, choices, replacement]) => replaceOne(json, choices, replacement))
      fc.assert(
        fc.property(fc.oneof(makeJson(codec), changed), (json) => {
          const isRefused = decode(codec, json) instanceof Problem || hasExtraFields(codec, json)
          assert.strictEqual(find(codec, json).length > 0, isRefused, name)
        }),
        { numRuns: runsOf(20) }
      )
    }
  })

  it("name an unknown field of any object", () => {
    for (const [name, codec] of inputs) {
      fc.assert(
        fc.property(makeJson(codec), (json) => {
          const found = find(codec, addExtraFields(codec, json, "secret"))
          assert.include(found, "body has unknown properties: of_a_newer_service, to_string", name)
          assert.notInclude(found.join(), "secret")
        }),
        { numRuns: runsOf(5) }
      )
    }
  })

  const expectViolations = (codec: Codec<unknown>, value: unknown, violations: ReadonlyArray<string>) =>
    assert.deepStrictEqual(find(codec, value), violations)

  it("name all types of a value", () => {
    expectViolations(nullOr(union(() => [literal("me", "all"), boolean, array(string)])), 5, [
      "body must be \"me\" or \"all\" or a boolean or an array or null, not a number"
    ])
    expectViolations(record(string), [], ["body must be an object, not an array"])
  })

  it("findViolations: omits the type of a value that is no literal of that type", () => {
    expectViolations(literal("a", "b"), "c", ["body must be \"a\" or \"b\""])
    expectViolations(literal("a", "b"), null, ["body must be \"a\" or \"b\", not null"])
  })

  it("have the path of each value", () => {
    const codec = struct({ listOfAll: array(record(struct({ isOpen: boolean }))), note: optional(string) })
    expectViolations(codec, { list_of_all: [{ a: { is_open: 1, more: 2 }, b: {} }, 3], note: null }, [
      "body.list_of_all[0].a.is_open must be a boolean, not a number",
      "body.list_of_all[0].a has unknown properties: more",
      "body.list_of_all[0].b.is_open is missing",
      "body.list_of_all[1] must be an object, not a number",
      "body.note must be a string, not null"
    ])
  })

  it("findViolations: reports the variant that an object resembles", () => {
    const codec = union(() => [struct({ type: literal("a"), name: string }), struct({ type: literal("b") })])
    expectViolations(codec, { type: "a" }, ["body.name is missing"])
    expectViolations(codec, { type: "b", name: "" }, ["body has unknown properties: name"])
    expectViolations(codec, { type: "c" }, ["body.type must be \"a\" or \"b\""])
    expectViolations(codec, {}, ["body.type is missing"])
    expectViolations(codec, "a", ["body must be an object, not a string"])
  })

  it("violations contain the text that a check expects", () => {
    expectViolations(check(string, (text) => text !== "", "some text"), "", ["body must be some text"])
    expectViolations(check(string, (text) => text !== ""), "", ["body is not acceptable"])
    expectViolations(struct({ note: withDefault(string, "none") }), {}, [])
  })
})
