import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Users } from "latchkey/server"
import { type Answer, knownError, layerServer, layerWire, response, Wire } from "../support/Wire.ts"

const cursor = "11111111-1111-4111-8111-111111111111"

const failureOf = (answer: Answer) =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(Stream.runDrain(Users.stream()))
    return { error, requests: (yield* Wire).calls.length }
  }).pipe(Effect.provide(layerServer(layerWire(() => answer))))

describe("Users.stream", () => {
  it.effect("fails with InvalidResponse if a page's cursor is its own", () =>
    Effect.gen(function*() {
      const page = response(200, { items: [], is_paginated: true, pagination: { next_cursor: cursor } })
      const { error, requests } = yield* failureOf(page)
      assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
      assert.strictEqual(error.reason.status, 200)
      assert.deepStrictEqual(error.reason.path, ["pagination", "next_cursor"])
      assert.strictEqual(requests, 2)
    }))

  it.effect("requests no smaller page after another failure than a response that is too large", () =>
    Effect.gen(function*() {
      const refused = yield* failureOf(response(403, "No"))
      assert(refused.error._tag === "ApiError" && refused.error.reason._tag === "RequestRefused")
      assert.strictEqual(refused.requests, 1)
      const known = yield* failureOf(knownError("SCHEMA_ERROR", 400, { message: "No" }))
      assert.strictEqual(known.error._tag, "RequestSchemaError")
      assert.strictEqual(known.requests, 1)
    }))
})
