/** The interpreter that every bundle contains: values, messages and paths, for any input. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import * as Codec from "../../src/wire/Codec.ts"
import { decode, encode, Problem } from "../../src/wire/decode.ts"
import { jsonInput, jsonObject, jsonObjectInput } from "../../src/wire/Json.ts"
import { partial, plainStruct, struct } from "../../src/wire/Struct.ts"
import { uuid, uuidOrMe } from "../../src/wire/uuid.ts"
import { makeJson } from "../support/descriptions.ts"
import { runsOf } from "../support/propertyRuns.ts"

const id = "11111111-1111-4111-8111-111111111111"

const Shape = Codec.union(() => [
  struct({ kind: Codec.literal("circle"), lineWidth: Codec.finite }),
  struct({ kind: Codec.literal("square"), sideLength: Codec.finite })
])

const Everything = struct({
  id: uuid,
  displayName: Codec.nullOr(Codec.string),
  createdAt: Codec.dateFromMillis,
  updatedAt: Codec.dateFromString,
  accessToken: Codec.secret,
  isActive: Codec.withDefault(Codec.boolean, true),
  userRole: Codec.literal("admin", "member"),
  shapes: Codec.array(Shape),
  limits: Codec.record(Codec.integer),
  metadata: jsonObject,
  ...partial({ nickName: Codec.string, webAuthn: plainStruct({ rpId: Codec.string }) })
}, { userRole: "role" })

const value = {
  id,
  displayName: null,
  createdAt: new Date(0),
  updatedAt: new Date(1000),
  accessToken: Redacted.make("token"),
  isActive: false,
  userRole: "member",
  shapes: [{ kind: "square", sideLength: 0.5 }, { kind: "circle", lineWidth: 1 }],
  limits: { seats: 3 },
  metadata: { aB: [1] },
  webAuthn: { rpId: "app.test" }
}

const json = {
  id,
  display_name: null,
  created_at: 0,
  updated_at: "1970-01-01T00:00:01.000Z",
  access_token: "token",
  is_active: false,
  role: "member",
  shapes: [{ kind: "square", side_length: 0.5 }, { kind: "circle", line_width: 1 }],
  limits: { seats: 3 },
  metadata: { aB: [1] },
  web_authn: { rpId: "app.test" }
}

const problemOf = (result: unknown): readonly [string, ReadonlyArray<string | number>] => {
  assert.instanceOf(result, Problem)
  return [result.message, result.path]
}

describe("a codec", () => {
  it("decodes JSON with the names of the wire, and encodes the same JSON", () => {
    const decoded = decode(Everything, { ...json, of_a_newer_service: 1 })
    assert.deepStrictEqual<unknown>(decoded, value)
    assert(!(decoded instanceof Problem))
    assert.strictEqual(Redacted.value(decoded.accessToken), "token")
    assert.deepStrictEqual(encode(Everything, { ...value, more: 1 }), json)
  })

  it("decodes a missing field as its default, and requires the field of a value", () => {
    const { is_active: _, ...rest } = json
    assert.deepInclude(decode(Everything, rest), { isActive: true })
    assert.deepStrictEqual(problemOf(encode(Everything, { ...value, isActive: undefined })), [
      "is_active has the wrong type",
      ["is_active"]
    ])
  })

  it("a codec keeps undefined fields, and adds no missing ones", () => {
    const codec = struct(partial({ nickName: Codec.string }))
    assert.deepStrictEqual(decode(codec, {}), {})
    assert.deepStrictEqual(encode(codec, { nickName: undefined }), { nick_name: undefined })
  })

  it("reads own fields only, and keeps keys that are names of prototypes", () => {
    assert.deepStrictEqual(problemOf(decode(plainStruct({ constructor: Codec.object }), {})), [
      "constructor is missing",
      ["constructor"]
    ])
    const limits = JSON.parse(`{"__proto__":1,"constructor":2}`) as object
    const decoded = decode(Codec.record(Codec.finite), limits)
    assert.deepStrictEqual(Object.entries(decoded), [["__proto__", 1], ["constructor", 2]])
    assert.strictEqual(Object.getPrototypeOf(decoded), Object.prototype)
  })
})

describe("a problem", () => {
  const change = (path: ReadonlyArray<string | number>, value: unknown, to: unknown): unknown => {
    const [key, ...rest] = path
    if (key === undefined) return to
    // Sound: the path consists of keys of the value.
    const object = structuredClone(value) as Record<string | number, unknown>
    object[key] = change(rest, object[key], to)
    return object
  }

  const decoding: ReadonlyArray<readonly [ReadonlyArray<string | number>, unknown, string]> = [
    [[], null, "the value has the wrong type"],
    [[], [], "the value has the wrong type"],
    [["id"], "secret", "id is not a UUID v4"],
    [["id"], 7, "id has the wrong type"],
    [["display_name"], 7, "display_name has the wrong type"],
    [["created_at"], 0.5, "created_at is not an integer"],
    [["created_at"], 8_640_000_000_000_001, "created_at has the wrong type"],
    [["updated_at"], "secret", "updated_at has the wrong type"],
    [["access_token"], 7, "access_token has the wrong type"],
    [["role"], "secret", "role has the wrong type"],
    [["shapes"], {}, "shapes has the wrong type"],
    [["shapes", 1], { kind: "secret" }, "shapes.1 has the wrong type"],
    [["shapes", 1, "line_width"], Infinity, "shapes.1.line_width is not a finite number"],
    [["shapes", 0, "side_length"], "secret", "shapes.0.side_length has the wrong type"],
    [["limits", "seats"], 0.5, "limits.seats is not an integer"],
    [["metadata"], [], "metadata is invalid"],
    [["web_authn", "rpId"], null, "web_authn.rpId has the wrong type"]
  ]

  for (const [path, to, message] of decoding) {
    it(`a decoding problem has its path and no value: ${message} (${JSON.stringify(to)})`, () => {
      assert.deepStrictEqual(problemOf(decode(Everything, change(path, json, to))), [message, path])
    })
  }

  it("a problem for a missing field names the field", () => {
    assert.deepStrictEqual(problemOf(decode(Everything, change(["shapes", 1], json, { kind: "circle" }))), [
      "shapes.1.line_width is missing",
      ["shapes", 1, "line_width"]
    ])
  })

  it("an encoding problem has its path in wire names", () => {
    const problems: ReadonlyArray<readonly [object, string]> = [
      [{ createdAt: new Date(NaN) }, "created_at has the wrong type"],
      [{ accessToken: "secret" }, "access_token has the wrong type"],
      [{ accessToken: Redacted.make(7) }, "access_token has the wrong type"],
      [{ userRole: "secret" }, "role has the wrong type"],
      [{ shapes: [{ kind: "circle", lineWidth: NaN }] }, "shapes.0.line_width is not a finite number"],
      [{ shapes: [{ kind: "square" }] }, "shapes.0.side_length is missing"],
      [{ webAuthn: {} }, "web_authn.rpId is missing"]
    ]
    for (const [fields, message] of problems) {
      assert.strictEqual(problemOf(encode(Everything, { ...value, ...fields }))[0], message)
    }
  })

  it("a union reports the problem of the member that matches the value's type", () => {
    assert.strictEqual(problemOf(decode(uuidOrMe, "secret"))[0], "the value is not a UUID v4")
    assert.strictEqual(problemOf(decode(uuidOrMe, 7))[0], "the value has the wrong type")
    assert.strictEqual(decode(uuidOrMe, "me"), "me")
  })
})

describe("decoding and encoding never throw", () => {
  const deep = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], null)
  const throwing = () => {
    throw new Error("secret")
  }

  it("decoding and encoding never throw for any input", () => {
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
      fc.constantFrom<unknown>(
        Symbol("secret"),
        () => "secret",
        Redacted.make(7),
        new Proxy({}, { ownKeys: throwing })
      ),
      makeJson(Everything)
    )
    const codecs: ReadonlyArray<Codec.Codec<unknown>> = [Everything, Shape, jsonInput, jsonObjectInput]
    const texts = [
      "has the wrong type",
      "is invalid",
      "is missing",
      "is not a UUID v4",
      "is not a finite number",
      "is not an integer"
    ]
    fc.assert(
      fc.property(anything, (input) => {
        for (const codec of codecs) {
          for (const result of [decode(codec, input), encode(codec, input)]) {
            if (result instanceof Problem) assert.include(texts, result.text)
          }
        }
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("decoding never throws for nested input that overflows the stack, and accepts JSON of any depth", () => {
    let codec: Codec.Codec<unknown> = Codec.unknown
    for (let depth = 0; depth < 100_000; depth++) codec = Codec.array(codec)
    assert.deepStrictEqual(problemOf(decode(codec, deep(100_000))), ["the value is invalid", []])
    assert.isArray(encode(jsonInput, deep(100_000)))
  })

  it("decoding and encoding never throw if a getter, transformation or proxy throws", () => {
    const codec = Codec.transform(Codec.string, Codec.string, throwing, throwing)
    const getter = Object.defineProperty({ ...json }, "role", { get: throwing })
    const proxy = new Proxy({ ...json }, { getOwnPropertyDescriptor: throwing })
    for (
      const result of [decode(codec, "a"), encode(codec, "a"), decode(Everything, getter), decode(Everything, proxy)]
    ) {
      assert.deepStrictEqual(problemOf(result), ["the value is invalid", []])
    }
  })

  it("encoding never throws for JSON input that JSON cannot represent", () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    for (
      const input of [
        undefined,
        NaN,
        () => 1,
        Symbol("secret"),
        1n,
        new Map(),
        new Date(0),
        cyclic,
        [undefined],
        Array(2)
      ]
    ) {
      assert.strictEqual(
        problemOf(encode(struct({ metaData: jsonInput }), { metaData: input }))[0],
        "meta_data has the wrong type"
      )
    }
  })
})
