import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { CurrentUser } from "latchkey"
import { inStore, layerTest, Service, storedExpired } from "./support.ts"

const token = "POST /auth/oauth/token"

describe("smoke", () => {
  it.effect("works", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(Effect.all(Array.from({ length: 50 }, () => CurrentUser.get()), { concurrency: "unbounded" }))
      yield* TestClock.adjust(200)
      const users = yield* Fiber.join(fiber)
      assert.strictEqual(users.length, 50)
      assert.strictEqual(service.to(token).length, 1)
      console.log(yield* inStore)
    }).pipe(Effect.provide(layerTest())))
})
