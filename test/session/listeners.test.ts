import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { makeListeners } from "../../src/session/listeners.ts"

/** Adds a listener that logs its values with a name, and then calls `then` with them. */
const listenAs = (
  log: Array<string>,
  name: string,
  listeners: ReturnType<typeof makeListeners<number>>,
  then: (value: number) => void = () => {}
) =>
  listeners.subscribe((value) => {
    log.push(`${name}${value}`)
    then(value)
  })

describe("listeners", () => {
  it.effect("listeners get values in order, and all of them before the listener that caused a newer value continues", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const listeners = makeListeners<number>()
      yield* listenAs(log, "a", listeners, (value) => {
        if (value < 3) listeners.notify(value + 1)
        log.push(`end of ${value}`)
      })
      yield* listenAs(log, "b", listeners)
      listeners.notify(1)
      assert.deepStrictEqual(log, ["a1", "b1", "a2", "b2", "a3", "end of 3", "b3", "end of 2", "end of 1"])
    }))

  it.effect("get no value from before their subscription", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const listeners = makeListeners<number>()
      const scope = yield* Effect.scope
      yield* listenAs(log, "a", listeners, (value) => {
        if (value > 1) return
        listeners.notify(2)
        Effect.runSync(Scope.provide(listenAs(log, "b", listeners), scope))
      })
      listeners.notify(1)
      listeners.notify(3)
      assert.deepStrictEqual(log, ["a1", "a2", "a3", "b3"])
    }))

  it.effect("listeners get no value once their scope is closed, not even the current one", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const listeners = makeListeners<number>()
      const scope = yield* Scope.make()
      yield* listenAs(log, "a", listeners, () => Effect.runSync(Scope.close(scope, Exit.void)))
      yield* Scope.provide(listenAs(log, "b", listeners), scope)
      listeners.notify(1)
      assert.deepStrictEqual(log, ["a1"])
    }))

  it.effect("listeners get every value, after another listener has thrown too", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const listeners = makeListeners<number>()
      yield* listenAs(log, "a", listeners, (value) => {
        if (value === 1) throw new Error("failed")
      })
      yield* listenAs(log, "b", listeners)
      assert.throws(() => listeners.notify(1), "failed")
      listeners.notify(2)
      assert.deepStrictEqual(log, ["a1", "b1", "a2", "b2"])
    }))
})
