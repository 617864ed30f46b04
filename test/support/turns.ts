/** Waiting for work outside of Effect, such as files, sockets and processes, which takes no time on a test clock. */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"

/** Ends after one turn of the event loop. */
export const turn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Ends after a millisecond, on a test clock as well, and leaves the processor to other processes until then. */
const pause = Effect.callback<void>((resume) => {
  setTimeout(() => resume(Effect.void), 1)
})

/** Waits until a condition holds. A condition that never holds is ended by the limit of Vitest. */
export const waitUntil = (condition: () => boolean): Effect.Effect<void> =>
  Effect.asVoid(Effect.repeat(Effect.andThen(pause, Effect.sync(condition)), { until: (isTrue) => isTrue }))

/** Advances the test clock in steps until a condition holds: for sleeps that start after work outside of Effect. */
export const advanceUntil = (condition: () => boolean, stepMillis: number): Effect.Effect<void> =>
  Effect.asVoid(
    Effect.repeat(Effect.andThen(TestClock.adjust(stepMillis), Effect.andThen(turn, Effect.sync(condition))), {
      until: (isTrue) => isTrue
    })
  )

/** A clock whose sleeps are counted, so that a test advances the time only while its code waits for it. */
export const countSleeps = (inner: Clock.Clock) => {
  let sleeping = 0
  const clock: Clock.Clock = {
    currentTimeMillis: inner.currentTimeMillis,
    currentTimeMillisUnsafe: () => inner.currentTimeMillisUnsafe(),
    currentTimeNanos: inner.currentTimeNanos,
    currentTimeNanosUnsafe: () => inner.currentTimeNanosUnsafe(),
    monotonicTimeNanos: inner.monotonicTimeNanos,
    monotonicTimeNanosUnsafe: () => inner.monotonicTimeNanosUnsafe(),
    sleep: (duration) =>
      Effect.suspend(() => {
        sleeping++
        return Effect.ensuring(inner.sleep(duration), Effect.sync(() => sleeping--))
      })
  }
  return { clock, isSleeping: () => sleeping > 0 }
}
