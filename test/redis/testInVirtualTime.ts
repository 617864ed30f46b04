/** Tests of programs that wait for each other, on a test clock that advances by itself. */
import { it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { countSleeps, turn } from "../support/turns.ts"
import type { SuiteOptions } from "./support.ts"

const methods = ["decrypt", "deriveKey", "digest", "encrypt", "importKey"] as const

/** Counts the running operations of Web Crypto, which take real time, until the scope closes. */
const countCrypto = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const state = { running: 0 }
      const { subtle } = globalThis.crypto
      for (const name of methods) {
        // Sound: each of the methods returns a promise.
        const run = subtle[name].bind(subtle) as (...args: ReadonlyArray<unknown>) => Promise<unknown>
        const counted = (...args: ReadonlyArray<unknown>) => {
          state.running++
          return run(...args).finally(() => state.running--)
        }
        Object.defineProperty(subtle, name, { value: counted, configurable: true })
      }
      return state
    }),
    () =>
      Effect.sync(() => {
        // The methods of the prototype reappear.
        for (const name of methods) Reflect.deleteProperty(globalThis.crypto.subtle, name)
      })
  ),
  (state) => () => state.running > 0
)

/** Defines a test whose clock advances by 10 ms whenever everything in it sleeps. */
export const testInVirtualTime: SuiteOptions["test"] = (name, run) =>
  it.effect(name, () =>
    Effect.gen(function*() {
      const isEncrypting = yield* countCrypto
      const { clock, isSleeping } = countSleeps(yield* Clock.Clock)
      const fiber = yield* Effect.forkChild(Effect.provideService(run(), Clock.Clock, clock))
      while (fiber.pollUnsafe() === undefined) {
        yield* turn
        if (isSleeping() && !isEncrypting()) yield* TestClock.adjust("10 millis")
      }
      return yield* Fiber.join(fiber)
    }))
