import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { fromSchema } from "latchkey/schema"
import { decode, encode, Problem } from "../../src/wire/decode.ts"

const Order = Schema.Struct({ id: Schema.String, createdAt: Schema.Date, tags: Schema.Array(Schema.NonEmptyString) })
const codec = fromSchema(Order)

const assertProblem = (result: unknown, path: ReadonlyArray<string | number>, message: string) => {
  assert.instanceOf(result, Problem)
  assert.deepStrictEqual(result.path, path)
  assert.strictEqual(result.message, message)
}

describe("fromSchema", () => {
  it("fromSchema: decodes and encodes the schema's JSON form", () => {
    const order = { id: "1", createdAt: new Date("2026-01-31T12:00:00.000Z"), tags: ["new"] }
    const json = { ...order, createdAt: "2026-01-31T12:00:00.000Z" }
    assert.deepStrictEqual(encode(codec, order), json)
    assert.deepStrictEqual(decode(codec, json), order)
    assert.strictEqual(encode(fromSchema(Schema.BigInt), 5n), "5")
  })

  it("a problem has a path, and does not show the value", () => {
    const json = { id: "1", createdAt: "2026-01-31T12:00:00.000Z", tags: [] }
    assertProblem(decode(codec, { ...json, id: undefined }), ["id"], "id has the wrong type")
    assertProblem(decode(codec, { id: "1" }), ["createdAt"], "createdAt is missing")
    assertProblem(
      decode(codec, { ...json, tags: ["a", ""] }),
      ["tags", 1],
      "tags.1 is not a value with a length of at least 1"
    )
    assertProblem(encode(codec, { ...json, createdAt: "secret" }), ["createdAt"], "createdAt has the wrong type")
    assertProblem(decode(codec, "secret"), [], "the value has the wrong type")
  })

  it("fromSchema: a transformation that throws causes a problem", () => {
    const fail = (): never => {
      throw new Error("secret")
    }
    const failing = Schema.Struct({
      a: Schema.String.pipe(
        Schema.decodeTo(Schema.Number, SchemaTransformation.transform<number, string>({ decode: fail, encode: fail }))
      )
    })
    assertProblem(decode(fromSchema(failing), { a: "secret" }), [], "the value is invalid")
    assertProblem(encode(fromSchema(failing), { a: 5 }), [], "the value is invalid")
  })

  it("builds parsers on first use", () => {
    let isBuilt = false
    const lazy = Schema.suspend(() => {
      isBuilt = true
      return Schema.RedactedFromValue(Schema.String)
    })
    const codec = fromSchema(lazy)
    assert.isFalse(isBuilt)
    assert.strictEqual(encode(codec, Redacted.make("secret")), "secret")
    assert.isTrue(isBuilt)
  })
})
