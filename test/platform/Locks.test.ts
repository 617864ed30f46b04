import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { CurrentUser, Locks, TokenStore } from "latchkey"
import { layerClient, Service, settle, storedExpired } from "../session/support.ts"
import { makeManager } from "../support/locks.ts"

const microtasks = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("Locks", () => {
  it.effect("Locks: run effects one after another", () =>
    Effect.gen(function*() {
      const { held, manager } = makeManager()
      const locks = Locks.fromLockManager(manager)
      const order: Array<string> = []
      const work = (name: string) =>
        locks("a", Effect.andThen(Effect.sync(() => order.push(`${name} begins`)), Effect.sleep(100))).pipe(
          Effect.andThen(Effect.sync(() => order.push(`${name} ends`)))
        )
      const both = yield* Effect.forkChild(Effect.all([work("one"), work("two")], { concurrency: 2 }))
      for (let i = 0; i < 4; i++) {
        yield* microtasks
        yield* TestClock.adjust(100)
      }
      yield* Fiber.join(both)
      yield* microtasks
      assert.deepStrictEqual(order, ["one begins", "one ends", "two begins", "two ends"])
      assert.strictEqual(held.size, 0)
    }))

  it.effect("continues without a lock that is held for more than 2 seconds, and stops waiting for it", () =>
    Effect.gen(function*() {
      const { manager, waiting } = makeManager()
      const locks = Locks.fromLockManager(manager)
      yield* Effect.forkChild(locks("a", Effect.never))
      yield* microtasks
      const second = yield* Effect.forkChild(locks("a", Effect.succeed("done")))
      yield* settle
      yield* microtasks
      yield* TestClock.adjust(1999)
      assert.isUndefined(second.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(second), "done")
      yield* microtasks
      assert.strictEqual(waiting.length, 0)
    }))

  it.effect("a caller waits for a lock up to the timeout", () =>
    Effect.gen(function*() {
      const { manager } = makeManager()
      const locks = Locks.fromLockManager(manager)
      yield* Effect.forkChild(locks("a", Effect.never))
      yield* microtasks
      const second = yield* Effect.forkChild(locks("a", Effect.succeed("done"), Duration.seconds(30)))
      yield* settle
      yield* microtasks
      yield* TestClock.adjust(29_999)
      assert.isUndefined(second.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(second), "done")
    }))

  it.effect("continues if locks are refused, synchronously or later", () =>
    Effect.gen(function*() {
      const refused = Locks.fromLockManager({ request: () => Promise.reject(new Error("No locks in a sandbox")) })
      assert.strictEqual(yield* refused("a", Effect.succeed(1)), 1)
      const throwing = Locks.fromLockManager({
        request: () => {
          throw new Error("No locks here")
        }
      })
      assert.strictEqual(yield* throwing("a", Effect.succeed(2)), 2)
    }))

  it.effect("releases a lock when its effect fails or is interrupted", () =>
    Effect.gen(function*() {
      const { held, manager } = makeManager()
      const locks = Locks.fromLockManager(manager)
      assert.strictEqual(yield* Effect.flip(locks("a", Effect.fail("no"))), "no")
      yield* microtasks
      assert.strictEqual(held.size, 0)
      const fiber = yield* Effect.forkChild(locks("a", Effect.never))
      yield* microtasks
      assert.strictEqual(held.size, 1)
      yield* Fiber.interrupt(fiber)
      yield* microtasks
      assert.strictEqual(held.size, 0)
    }))

  it.effect("two clients with one store refresh once, with a lock name that has no secrets", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { manager, names } = makeManager()
      const withLocks = Layer.provide(layerClient(), Layer.succeed(Locks.Locks, Locks.fromLockManager(manager)))
      yield* storedExpired("ada")
      service.delayMillis = 100
      const ask = Effect.forkChild(Effect.provide(CurrentUser.get(), Layer.fresh(withLocks)))
      const one = yield* ask
      const another = yield* ask
      for (let i = 0; i < 8; i++) {
        yield* microtasks
        yield* TestClock.adjust(100)
      }
      assert.strictEqual((yield* Fiber.join(one))?.id, "user of ada")
      assert.strictEqual((yield* Fiber.join(another))?.id, "user of ada")
      assert.strictEqual(service.to("POST /auth/oauth/token").length, 1)
      assert.notInclude(names.join(), "ada")
    }).pipe(Effect.provide(Layer.provideMerge(TokenStore.layerMemory, Service.layer))))
})
