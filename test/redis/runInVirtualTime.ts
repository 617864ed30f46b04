/** Runs programs that wait for each other on the test clock, which advances while they sleep. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { countSleeps, turn } from "../support/turns.ts"

const methods = ["decrypt", "deriveKey", "digest", "encrypt", "importKey"] as const

/** Counts the running operations of Web Crypto, which take real time. */
const countCrypto = Effect.sync(() => {
  let running = 0
  const { subtle } = globalThis.crypto
  for (const name of methods) {
    // Sound: each of the methods returns a promise.
    const run = subtle[name].bind(subtle) as (...args: ReadonlyArray<unknown>) => Promise<unknown>
    const counted = (...args: ReadonlyArray<unknown>) => {
      running++
      return run(...args).finally(() => running--)
    }
    Object.defineProperty(subtle, name, { value: counted, configurable: true })
  }
  return { isRunning: () => running > 0 }
})

/** Stops counting: the methods of the prototype reappear. */
const restoreCrypto = Effect.sync(() => {
  for (const name of methods) Reflect.deleteProperty(globalThis.crypto.subtle, name)
})

/**
 * Runs an effect, and returns its result. After each turn of the event loop, the clock advances by 10 ms if at least one fiber
 * sleeps and no operation of Web Crypto is running.
 */
export const runInVirtualTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    countCrypto,
    (crypto) =>
      Effect.gen(function*() {
        const { clock, isSleeping } = countSleeps(yield* Clock.Clock)
        const fiber = yield* Effect.forkChild(Effect.provideService(effect, Clock.Clock, clock))
        while (fiber.pollUnsafe() === undefined) {
          yield* turn
          if (isSleeping() && !crypto.isRunning()) yield* TestClock.adjust("10 millis")
        }
        return yield* Fiber.join(fiber)
      }),
    () => restoreCrypto
  )
