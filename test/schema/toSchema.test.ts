import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { toJsonCodec } from "../../src/schema/toJsonCodec.ts"
import { toSchema } from "../../src/schema/toSchema.ts"
import * as codecs from "../../src/wire/Codec.ts"
import { struct } from "../../src/wire/Struct.ts"
import { ServerUser } from "../../src/wire/User.ts"
import { uuid } from "../../src/wire/uuid.ts"

const jsonSchemaOf = (schema: Schema.Top) => Schema.toJsonSchemaDocument(schema).schema

describe("toSchema", () => {
  it("returns the same schema for the same codec", () => {
    assert.strictEqual(toSchema(ServerUser), toSchema(ServerUser))
    assert.strictEqual(toJsonCodec(ServerUser), toJsonCodec(ServerUser))
    assert.notStrictEqual<unknown>(toSchema(ServerUser), toJsonCodec(ServerUser))
  })

  it("documents formats, patterns and limits", () => {
    assert.deepInclude(jsonSchemaOf(toSchema(uuid)), { type: "string" })
    assert.include(JSON.stringify(jsonSchemaOf(toSchema(uuid))), `"format":"uuid"`)
    assert.include(JSON.stringify(jsonSchemaOf(toSchema(codecs.dateFromString))), `"format":"date-time"`)
    assert.include(JSON.stringify(jsonSchemaOf(toSchema(codecs.positive))), `"exclusiveMinimum":0`)
    assert.include(JSON.stringify(jsonSchemaOf(toSchema(codecs.dateFromMillis))), `"integer"`)
  })
})

describe("toJsonCodec", () => {
  it("keeps the names of fields, and the values of transformations", () => {
    const codec = toJsonCodec(struct({
      displayName: codecs.string,
      signedUpAt: codecs.dateFromMillis,
      limit: codecs.optional(codecs.finiteFromString),
      token: codecs.secret,
      isCurrent: codecs.withDefault(codecs.boolean, false),
      anything: codecs.unknown,
      results: codecs.object
    }))
    const json = {
      displayName: "Ada",
      signedUpAt: "2026-01-31T12:00:00.000Z",
      limit: 5,
      token: "plain",
      isCurrent: true,
      anything: [null],
      results: {}
    }
    assert.deepStrictEqual<unknown>(Schema.encodeSync(codec)(Schema.decodeSync(codec)(json)), json)
    const isValid = (changes: object) => Schema.decodeUnknownExit(codec)({ ...json, ...changes })._tag === "Success"
    assert.isTrue(isValid({}))
    for (const changes of [{ isCurrent: undefined }, { anything: undefined }, { results: 5 }, { limit: "5" }]) {
      assert.isFalse(isValid(changes))
    }
    assert.isFalse(isValid({ signedUpAt: 5 }))
  })

  it("accepts the values of JSON only: finite numbers, and UUIDs of version 4", () => {
    const isValid = (codec: codecs.Codec<any>, value: unknown) =>
      Schema.decodeUnknownExit(toJsonCodec(codec))(value)._tag === "Success"
    assert.isTrue(isValid(codecs.number, 1.5))
    for (const value of [NaN, Infinity, -Infinity, "1"]) assert.isFalse(isValid(codecs.number, value))
    for (const toCodec of [toJsonCodec, toSchema]) {
      const isUuid = (value: string) => Schema.decodeUnknownExit(toCodec(uuid))(value)._tag === "Success"
      assert.isTrue(isUuid("c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001"))
      // Version 1, and version 7.
      assert.isFalse(isUuid("c9a9a5ec-0ea1-1a2c-9f2e-8ad3a0d1f001"))
      assert.isFalse(isUuid("c9a9a5ec-0ea1-7a2c-9f2e-8ad3a0d1f001"))
    }
  })
})
