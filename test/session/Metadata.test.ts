import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { type Json, Metadata } from "latchkey"
import { inspect } from "node:util"
import { runsOf } from "../support/propertyRuns.ts"

const Settings = Schema.Struct({
  theme: Schema.Literals(["light", "dark"]),
  since: Schema.Date,
  tags: Schema.Array(Schema.String)
})

type Nested = null | ReadonlyArray<Nested>
const Nested: Schema.Codec<Nested> = Schema.NullOr(Schema.Array(Schema.suspend(() => Nested)))

const settings = { theme: "dark" as const, since: new Date("2026-01-01T00:00:00Z"), tags: ["a"] }
const json = { theme: "dark", since: "2026-01-01T00:00:00.000Z", tags: ["a"] }

describe("metadata", () => {
  it.effect("is decoded by the schema", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Metadata.decode(Settings)(json), settings)
    }))

  it.effect("is encoded so that decoding returns the same value", () =>
    Effect.gen(function*() {
      const written = yield* Metadata.encode(Settings)(settings)
      assert.deepStrictEqual(written, json)
      assert.deepStrictEqual(yield* Metadata.decode(Settings)(written), settings)
    }))

  it.effect("metadata that does not match the schema fails with the path, and without the value", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Metadata.decode(Settings)({ ...json, tags: ["a", { secret: "hunter2" }] }))
      assert.strictEqual(error._tag, "InvalidMetadata")
      assert.deepStrictEqual(error.path, ["tags", 1])
      assert.strictEqual(error.message, "In the metadata, tags.1 has the wrong type")
      assert.notInclude(inspect(error), "hunter2")
    }))

  it.effect("decoding a user without metadata fails", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Metadata.decode(Settings)(null))
      assert.strictEqual(error.message, "In the metadata, the value has the wrong type")
    }))

  it.effect("cannot be created from a value that does not match the schema", () =>
    Effect.gen(function*() {
      const Name = Schema.Struct({ name: Schema.NonEmptyString })
      const error = yield* Effect.flip(Metadata.encode(Name)({ name: "" }))
      assert.deepStrictEqual(error.path, ["name"])
    }))

  it.effect("nested 100,000 levels deep fails when read or written", () =>
    Effect.gen(function*() {
      let deep: Json = null
      for (let depth = 0; depth < 100_000; depth++) deep = [deep]
      // Sound: the value contains only nested lists.
      const nested = deep as Nested
      for (const effect of [Metadata.decode(Nested)(deep), Metadata.encode(Nested)(nested)]) {
        assert.strictEqual((yield* Effect.flip(effect))._tag, "InvalidMetadata")
      }
    }))

  it("any metadata decodes to a value or an error", () => {
    const total = (value: Json) => {
      const exit = Effect.runSyncExit(Metadata.decode(Settings)(value))
      assert(exit._tag === "Success" || exit.cause.reasons.every((reason) => reason._tag === "Fail"))
    }
    // Sound: the arbitrary produces JSON values.
    fc.assert(fc.property(fc.jsonValue() as fc.Arbitrary<Json>, total), { numRuns: runsOf(300) })
  })
})
