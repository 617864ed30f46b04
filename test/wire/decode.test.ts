/** `decode` and `encode` of each kind of codec. Both interpreters give these results. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as codecs from "../../src/wire/Codec.ts"
import { decode, encode, Problem } from "../../src/wire/decode.ts"
import { jsonInput, jsonObject, jsonObjectInput } from "../../src/wire/Json.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { partial, plainStruct, struct } from "../../src/wire/Struct.ts"
import { uuid, uuidOrMe } from "../../src/wire/uuid.ts"
import { decodeBoth, decodeWithSchema, encodeBoth, encodeWithSchema, isSame } from "./bothInterpreters.ts"

type Expected = { readonly value: unknown } | { readonly text: string; readonly path?: ReadonlyArray<string | number> }

const wrongType: Expected = { text: "has the wrong type" }

const assertResult = (result: unknown, expected: Expected): void => {
  if ("value" in expected) assert.isTrue(isSame(result, expected.value))
  else {
    assert.instanceOf(result, Problem)
    assert.deepStrictEqual(
      { text: result.text, path: result.path },
      { text: expected.text, path: expected.path ?? [] }
    )
  }
}

const assertDecodes = (codec: codecs.Codec<unknown>, json: unknown, expected: Expected) =>
  assertResult(decodeBoth(codec, json), expected)

const assertEncodes = (codec: codecs.Codec<unknown>, value: unknown, expected: Expected) =>
  assertResult(encodeBoth(codec, value), expected)

/** Asserts that a codec leaves these values unchanged and rejects the others, in both directions. */
const assertSame = (
  codec: codecs.Codec<unknown>,
  valid: ReadonlyArray<unknown>,
  invalid: ReadonlyArray<unknown>,
  expected = wrongType
) => {
  for (const check of [assertDecodes, assertEncodes]) {
    for (const value of valid) check(codec, value, { value })
    for (const value of invalid) check(codec, value, expected)
  }
}

describe("values and literals", () => {
  const none = [undefined, null, 0n, Symbol("s")]

  it("string, boolean, number and unknown accept values of their type only", () => {
    assertSame(codecs.string, ["", "\ud800"], [...none, 1, Object("boxed")])
    assertSame(codecs.boolean, [true, false], [...none, 0, "true"])
    assertSame(codecs.number, [0, -0, 1.5, NaN, Infinity], [...none, "1"])
    assertSame(codecs.unknown, [...none, {}], [])
    assertSame(codecs.parsedJson, [null, { a: [1] }], [])
  })

  it("object accepts objects, arrays and functions", () => {
    assertSame(codecs.object, [{}, [], new Map(), () => {}], [...none, "text"])
  })

  it("literal accepts its literals only", () => {
    assertSame(codecs.literal<"a" | 1 | false>("a", 1, false), ["a", 1, false], [...none, "b", "1", 0, true])
  })

  it("uuid accepts version 4 only, and names it in its problem", () => {
    const valid = ["11111111-1111-4111-8111-111111111111", "ABCDEFAB-1111-4111-B111-ABCDEFABCDEF"]
    const invalid = ["", "me", "11111111-1111-1111-8111-111111111111", `${valid[0]!}\n`]
    assertSame(uuid, valid, invalid, { text: "is not a UUID v4" })
    assertSame(uuidOrMe, ["me", ...valid], invalid.slice(2), { text: "is not a UUID v4" })
    assertSame(uuidOrMe, [], [7])
  })
})

describe("checks", () => {
  it("finite, integer and positive name the expected number", () => {
    assertSame(codecs.finite, [0, 1.5, -1e300], [NaN, Infinity], { text: "is not a finite number" })
    assertSame(codecs.integer, [0, -1, 2 ** 53 - 1], [1.5, 2 ** 53, NaN], { text: "is not an integer" })
    assertSame(codecs.positive, [0.1, 5], [0, -1], { text: "is not a value greater than 0" })
    assertSame(codecs.positive, [], [Infinity], { text: "is not a finite number" })
  })

  it("a check without an expectation reports an invalid value", () => {
    const even = codecs.check(codecs.number, (value) => value % 2 === 0)
    assertSame(even, [2], [3], { text: "is invalid" })
    assertSame(even, [], ["2"])
  })

  it("pattern names the expected text", () => {
    assertSame(codecs.pattern(/^a+$/, "made of a"), ["a", "aa"], ["", "b"], { text: "is not made of a" })
  })
})

describe("JSON", () => {
  const shared = { a: 1 }
  const cyclic: { self?: unknown } = {}
  cyclic.self = [cyclic]
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner, _, index) => index % 2 ? [inner] : { inner }, 1)
  const doubled = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1)
  const hole = Object.assign([], { length: 1 })
  class Instance {
    readonly a = 1
  }

  it("jsonInput accepts every JSON value, at any depth and with shared parts", () => {
    const valid = [null, 0, "", true, [], {}, [shared, shared], Object.create(null), JSON.parse(`{"__proto__":[1]}`)]
    assertSame(jsonInput, valid, [])
    for (const value of [deep, doubled]) {
      for (const convert of [decodeBoth, encodeBoth]) assert.isTrue(Object.is(convert(jsonInput, value), value))
    }
  })

  it("jsonInput rejects cycles, instances, holes, and values that JSON drops", () => {
    const values = [undefined, NaN, Infinity, 0n, Symbol("s"), () => {}, cyclic, new Instance(), new Date(0), new Map()]
    assertSame(jsonInput, [], [...values, hole, [shared, hole]])
    for (const value of values) assertSame(jsonInput, [], [[value], { a: { b: value } }])
  })

  it("jsonObject checks only that the value is an object", () => {
    assertSame(jsonObject, [{}, { a: undefined }, cyclic], [[], null, "text"], { text: "is invalid" })
    assertSame(jsonObjectInput, [{ a: [null] }], [[], null, "text"])
    assertSame(jsonObjectInput, [], [{ a: NaN }], { ...wrongType, path: ["a"] })
  })
})

describe("structs", () => {
  const Team = struct(
    { id: codecs.string, displayName: codecs.nullOr(codecs.string), signedUpAt: codecs.optional(codecs.integer) },
    { signedUpAt: "signed_up_at_millis" }
  )

  it("rename fields, and read described fields only", () => {
    const json = JSON.parse(`{"id":"1","display_name":null,"signed_up_at_millis":5,"displayName":"x","__proto__":{}}`)
    const value = { id: "1", displayName: null, signedUpAt: 5 }
    assertDecodes(Team, json, { value })
    assertEncodes(Team, { ...value, other: 1 }, { value: { id: "1", display_name: null, signed_up_at_millis: 5 } })
    assert.deepStrictEqual(getWireNames(Team), ["id", "display_name", "signed_up_at_millis"])
  })

  it("name the field of a problem as on the wire", () => {
    for (const check of [assertDecodes, assertEncodes]) {
      check(Team, {}, { text: "is missing", path: ["id"] })
      for (const value of [null, [], "text", undefined]) check(Team, value, wrongType)
    }
    assertDecodes(Team, { id: "1", display_name: 7 }, { ...wrongType, path: ["display_name"] })
    assertEncodes(Team, { id: "1", displayName: 7 }, { ...wrongType, path: ["display_name"] })
    assertDecodes(Team, { id: "1", display_name: undefined }, { ...wrongType, path: ["display_name"] })
  })

  it("plainStruct keeps the names, and partial makes all fields optional", () => {
    const Options = plainStruct(() => partial({ rpId: codecs.string }))
    assertSame(Options, [{}, { rpId: "a" }, { rpId: undefined }], [])
    assertSame(Options, [], [{ rpId: 1 }], { ...wrongType, path: ["rpId"] })
  })

  it("a struct without fields accepts objects only", () => {
    const Empty = struct({})
    assertDecodes(Empty, { a: 1 }, { value: {} })
    assertSame(Empty, [{}], ["text", 5, true, [], null, undefined])
  })

  it("structs create the fields of a function once, on first use", () => {
    let calls = 0
    const Lazy = struct(() => {
      calls++
      return { id: codecs.string }
    })
    assert.strictEqual(calls, 0)
    assertDecodes(Lazy, { id: "1" }, { value: { id: "1" } })
    assertEncodes(Lazy, { id: "1" }, { value: { id: "1" } })
    assert.strictEqual(calls, 1)
  })

  it("structs ignore inherited fields, such as from a polluted prototype", () => {
    const inherits: unknown = Object.create({ id: "1", displayName: null, display_name: null })
    // Schemas decode inherited fields, which `JSON.parse` never creates.
    assertResult(decode(Team, inherits), { text: "is missing", path: ["id"] })
    assertEncodes(Team, inherits, { text: "is missing", path: ["id"] })
  })
})

describe("optional fields and defaults", () => {
  const Fields = struct({ isPaginated: codecs.optional(codecs.boolean) })
  const Session = struct({ isCurrent: codecs.withDefault(codecs.boolean, false) })

  it("an optional field may be missing or undefined", () => {
    assertDecodes(Fields, {}, { value: {} })
    assertDecodes(Fields, { is_paginated: undefined }, { value: { isPaginated: undefined } })
    assertEncodes(Fields, { isPaginated: undefined }, { value: { is_paginated: undefined } })
    assertDecodes(Fields, { is_paginated: null }, { ...wrongType, path: ["is_paginated"] })
  })

  it("a default replaces a missing field only, when it is decoded", () => {
    assertDecodes(Session, {}, { value: { isCurrent: false } })
    assertDecodes(Session, { is_current: true }, { value: { isCurrent: true } })
    assertDecodes(Session, { is_current: undefined }, { ...wrongType, path: ["is_current"] })
    assertEncodes(Session, { isCurrent: true }, { value: { is_current: true } })
    assertEncodes(Session, {}, { value: {} })
    const Email = struct({ error: codecs.withDefault(codecs.parsedJson, null) })
    assertDecodes(Email, { error: undefined }, { value: { error: null } })
    assertDecodes(Email, { error: {} }, { value: { error: {} } })
  })
})

describe("lists and records", () => {
  it("name the index or key of a problem", () => {
    const Items = struct({ items: codecs.array(struct({ id: codecs.string })) })
    assertDecodes(Items, { items: [] }, { value: { items: [] } })
    assertDecodes(Items, { items: [{ id: "1" }, { id: 2 }] }, { ...wrongType, path: ["items", 1, "id"] })
    const Counts = codecs.record(codecs.number)
    assertSame(Counts, [{}, { de: 1 }, JSON.parse(`{"__proto__":1}`)], [])
    assertSame(Counts, [], [{ de: 1, at: "2" }], { ...wrongType, path: ["at"] })
    assertSame(Counts, [], [[], null, undefined, "text"])
  })

  it("a list rejects other values, and holes", () => {
    const Texts = codecs.array(codecs.string)
    assertSame(Texts, [[], ["a"]], [{}, null, "text", { length: 0 }])
    assertSame(Texts, [], [["a", undefined], Object.assign(["a"], { length: 2 })], { ...wrongType, path: [1] })
  })

  it("a record ignores inherited and symbol keys", () => {
    const keys: unknown = Object.assign(Object.create({ inherited: 1 }) as object, { own: 2, [Symbol("s")]: 3 })
    for (const check of [assertDecodes, assertEncodes]) check(codecs.record(codecs.number), keys, { value: { own: 2 } })
  })
})

describe("unions", () => {
  const Status = codecs.union(() => [
    struct({ status: codecs.literal("success"), refreshToken: codecs.secret }),
    struct({ status: codecs.literal("waiting", "used") })
  ])
  const Config = codecs.union(() => [
    struct({ type: codecs.literal("shared"), isShared: codecs.boolean }),
    struct({ type: codecs.literal("standard"), clientId: codecs.string })
  ])

  it("select a struct by its literals, in both directions", () => {
    assertDecodes(Config, { type: "standard", client_id: "a" }, { value: { type: "standard", clientId: "a" } })
    assertEncodes(Config, { type: "standard", clientId: "a" }, { value: { type: "standard", client_id: "a" } })
    assertDecodes(Config, { type: "standard" }, { text: "is missing", path: ["client_id"] })
    assertEncodes(Config, { type: "standard" }, { text: "is missing", path: ["client_id"] })
    for (const check of [assertDecodes, assertEncodes]) {
      check(Status, { status: "used" }, { value: { status: "used" } })
      check(Status, { status: "success" }, { text: "is missing", path: ["refresh_token"] })
      check(Status, { status: "other" }, { ...wrongType, path: ["status"] })
    }
  })

  it("reject values of no member", () => {
    for (const value of [null, undefined, "shared", [], {}, { type: "other" }]) {
      assertDecodes(Config, value, wrongType)
      assertEncodes(Config, value, wrongType)
    }
    assertSame(codecs.union(() => [codecs.literal(false), codecs.string]), [false, "a"], [true, null, 0])
  })
})

describe("transformations", () => {
  it("dates are valid dates in the program, and milliseconds or text on the wire", () => {
    assertDecodes(codecs.dateFromMillis, 5, { value: new Date(5) })
    assertEncodes(codecs.dateFromMillis, new Date(5), { value: 5 })
    assertDecodes(codecs.dateFromMillis, 1.5, { text: "is not an integer" })
    assertDecodes(codecs.dateFromMillis, 8_640_000_000_000_001, wrongType)
    assertDecodes(codecs.dateFromString, "2026-01-31T12:00:00Z", { value: new Date("2026-01-31T12:00:00.000Z") })
    assertEncodes(codecs.dateFromString, new Date(0), { value: "1970-01-01T00:00:00.000Z" })
    assertDecodes(codecs.dateFromString, "tomorrow", wrongType)
    for (const codec of [codecs.dateFromMillis, codecs.dateFromString]) {
      for (const value of [new Date(NaN), 5, "text", null]) assertEncodes(codec, value, wrongType)
    }
  })

  it("numbers and booleans of a query are strings on the wire", () => {
    assertDecodes(codecs.finiteFromString, "10", { value: 10 })
    assertEncodes(codecs.finiteFromString, 10, { value: "10" })
    assertDecodes(codecs.finiteFromString, "ten", { text: "is not a finite number" })
    assertDecodes(codecs.booleanFromString, "true", { value: true })
    assertDecodes(codecs.booleanFromString, "false", { value: false })
    assertEncodes(codecs.booleanFromString, false, { value: "false" })
    for (const json of ["TRUE", "", true, null]) assertDecodes(codecs.booleanFromString, json, wrongType)
  })

  it("secrets are Redacted in the program, and text on the wire", () => {
    assertDecodes(codecs.secret, "shh", { value: Redacted.make("shh") })
    assertEncodes(codecs.secret, Redacted.make("shh"), { value: "shh" })
    assertDecodes(codecs.secret, 5, wrongType)
    for (const value of ["shh", Redacted.make(5), null]) assertEncodes(codecs.secret, value, wrongType)
  })

  it("the functions of a transformation may return a problem, of which a schema keeps the path", () => {
    const failing = () => new Problem("is odd", ["inner"])
    const codec = struct({ outer: codecs.transform(codecs.unknown, codecs.unknown, failing, failing) })
    for (const convert of [decode, encode]) {
      assertResult(convert(codec, { outer: 1 }), { text: "is odd", path: ["outer", "inner"] })
    }
    for (const convert of [decodeWithSchema, encodeWithSchema]) {
      assertResult(convert(codec, { outer: 1 }), { text: "is invalid", path: ["outer", "inner"] })
    }
  })
})

describe("problems", () => {
  const throws = {
    get id(): string {
      throw new Error("shh")
    }
  }

  it("a getter or a transformation that throws makes the value invalid", () => {
    const fail = (): never => {
      throw new Error("shh")
    }
    for (const check of [assertDecodes, assertEncodes]) {
      check(struct({ id: codecs.string }), throws, { text: "is invalid" })
      check(codecs.array(struct({ id: codecs.string })), [throws], { text: "is invalid" })
      check(codecs.transform(codecs.string, codecs.string, fail, fail), "a", { text: "is invalid" })
    }
  })

  it("the first problem is reported, even before a getter that throws", () => {
    const codec = struct({ name: codecs.string, id: codecs.string })
    const value = Object.defineProperties({}, { name: { value: 7 }, ...Object.getOwnPropertyDescriptors(throws) })
    assertDecodes(codec, value, { ...wrongType, path: ["name"] })
    assertEncodes(codec, value, { ...wrongType, path: ["name"] })
  })

  it("messages name the path, and never the value", () => {
    const codec = struct({ items: codecs.array(uuid) })
    const messages = [
      decode(codec, { items: ["shh"] }),
      decode(codec, "shh"),
      encode(codec, { items: Redacted.make(1) })
    ]
      .map((problem) => problem instanceof Problem ? problem.message : problem)
    assert.deepStrictEqual(messages, [
      "items.0 is not a UUID v4",
      "the value has the wrong type",
      "items has the wrong type"
    ])
  })
})
