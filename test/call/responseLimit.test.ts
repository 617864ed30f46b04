import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, TransportFailure } from "latchkey"
import { layerClient, layerWire, response, signedIn, userJson, Wire } from "../support/Wire.ts"

const tooLarge = new TransportFailure({ message: "The response is larger than 1000 bytes", tooLarge: true })

const client = (answer: TransportFailure | ReturnType<typeof response>, responseLimit?: number) =>
  layerClient(layerWire(() => answer), { responseLimit }, signedIn)

const calls = {
  "a read": { call: CurrentUser.get(), invalidates: [] },
  "a write": { call: CurrentUser.update({ displayName: "Ada" }), invalidates: ["users.me.update"] }
}

describe("responseLimit", () => {
  for (const [responseLimit, sent] of [[undefined, 50_000_000], [1000, 1000], [Infinity, Infinity]] as const) {
    it.effect(`${responseLimit}: the transport receives ${sent}`, () =>
      Effect.gen(function*() {
        yield* CurrentUser.get()
        assert.deepStrictEqual((yield* Wire).requests.map((request) => request.responseLimit), [sent])
      }).pipe(Effect.provide(client(response(200, userJson), responseLimit))))
  }

  for (const [which, { call, invalidates }] of Object.entries(calls)) {
    it.effect(`a larger response to ${which}: fails with ResponseTooLarge, and is not retried`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(call)
        assert(error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge")
        assert.strictEqual(error.reason.limit, 1000)
        assert.strictEqual(
          error.reason.message,
          "The response is larger than 1000 bytes. Raise the option responseLimit, or request fewer items per page"
        )
        assert.isFalse(error.isTransient)
        yield* TestClock.adjust("1 day")
        assert.lengthOf((yield* Wire).requests, 1)
      }).pipe(Effect.provide(client(tooLarge, 1000))))

    it.effect(`a larger response to ${which}: announces ${invalidates.length} changes to caches`, () =>
      Effect.gen(function*() {
        const { changes } = yield* Client.Client
        const changed: Array<string> = []
        yield* changes((id) => changed.push(id))
        yield* Effect.flip(call)
        assert.deepStrictEqual<ReadonlyArray<string>>(changed, invalidates)
      }).pipe(Effect.scoped, Effect.provide(client(tooLarge, 1000))))
  }
})
