import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TransportFailure } from "latchkey"
import { Users } from "latchkey/server"
import { type Answer, knownError, layerServer, layerWire, response, Wire } from "../support/Wire.ts"

const cursor = "11111111-1111-4111-8111-111111111111"

const otherCursor = "22222222-2222-4222-8222-222222222222"

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

  it.effect("fails with InvalidResponse if the cursors of several pages are a cycle, at each run", () => {
    const page = (next_cursor: string | null) =>
      response(200, { items: [], is_paginated: true, pagination: { next_cursor } })
    return Effect.gen(function*() {
      const wire = yield* Wire
      const users = Users.stream()
      for (const requests of [3, 6]) {
        const error = yield* Effect.flip(Stream.runDrain(users))
        assert(error._tag === "ApiError" && error.reason._tag === "InvalidResponse")
        assert.deepStrictEqual(error.reason.path, ["pagination", "next_cursor"])
        assert.strictEqual(wire.calls.length, requests)
      }
    }).pipe(
      Effect.provide(layerServer(
        // Without the error, the list ends after 20 pages.
        layerWire(({ url }, index) => page(index > 20 ? null : url.includes(cursor) ? otherCursor : cursor))
      ))
    )
  })

  it.effect("Users.stream: requests a smaller page only after a response that is too large", () =>
    Effect.gen(function*() {
      const refused = yield* failureOf(response(403, "No"))
      assert(refused.error._tag === "ApiError" && refused.error.reason._tag === "RequestRefused")
      assert.strictEqual(refused.requests, 1)
      const known = yield* failureOf(knownError("SCHEMA_ERROR", 400, { message: "No" }))
      assert.strictEqual(known.error._tag, "RequestSchemaError")
      assert.strictEqual(known.requests, 1)
    }))

  it.effect("Users.stream: requests all further pages with the limit that fits", () => {
    const page = (next_cursor: string | null) =>
      response(200, { items: [], is_paginated: true, pagination: { next_cursor } })
    return Effect.gen(function*() {
      yield* Stream.runDrain(Users.stream({ pageSize: 5 }))
      const queries = (yield* Wire).calls.map(({ url }) => new URL(url).searchParams)
      assert.deepStrictEqual(queries.map((query) => query.get("limit")), ["5", "2", "2", "2"])
      assert.deepStrictEqual(queries.map((query) => query.get("cursor")), [null, null, cursor, otherCursor])
    }).pipe(
      Effect.provide(layerServer(
        layerWire(({ url }) => {
          const { searchParams } = new URL(url)
          if (searchParams.get("limit") === "5") {
            return new TransportFailure({ message: "Too large", tooLarge: true })
          }
          const given = searchParams.get("cursor")
          return page(given === null ? cursor : given === cursor ? otherCursor : null)
        }),
        { responseLimit: 1000 }
      ))
    )
  })
})
