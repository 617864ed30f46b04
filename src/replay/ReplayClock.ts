/**
 * The clock of a replay: its time comes from the recording, and its timers fire when the recording shows that they did.
 *
 * @since 0.1.0
 */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { getCause } from "../recorder/CurrentCause.ts"

interface Timer {
  readonly cause: number | undefined
  readonly startedAt: number
  readonly millis: number
  readonly fire: () => void
}

/**
 * A clock with timers that a replay fires.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReplayClock {
  readonly clock: Clock.Clock
  /** Sets the device's time in milliseconds. Timers count only forward steps. */
  readonly setTime: (millis: number) => void
  /**
   * Fires the timer of a call that ends first, if it may have ended already. Without a call, all timers are considered. Returns
   * `true` if there was one.
   */
  readonly fireNext: (cause: number | undefined) => boolean
}

/** Retry delays vary by a factor of 0.5 to 1.5, which a recording does not contain. */
const leastPart = 1 / 3

/**
 * Creates a clock that starts at a time in milliseconds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeReplayClock = (start: number): ReplayClock => {
  let now = start
  // The device's clock may be set back, but timers go on.
  let elapsed = 0
  const timers = new Set<Timer>()

  const fire = (timer: Timer) => {
    timers.delete(timer)
    timer.fire()
  }

  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(Math.round(now)) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(Math.round(now)) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(Math.round(elapsed)) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(Math.round(elapsed)) * 1_000_000n),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const timer: Timer = {
          cause: getCause(),
          startedAt: elapsed,
          millis: Duration.toMillis(duration),
          fire: () => resume(Effect.void)
        }
        timers.add(timer)
        return Effect.sync(() => timers.delete(timer))
      })
  }

  return {
    clock,
    setTime: (millis) => {
      elapsed += Math.max(0, millis - now)
      now = millis
    },
    fireNext: (cause) => {
      const [next] = [...timers]
        .filter((timer) => cause === undefined || timer.cause === undefined || timer.cause === cause)
        .filter(({ millis, startedAt }) => elapsed - startedAt >= millis * leastPart)
        .toSorted((a, b) => a.startedAt + a.millis - b.startedAt - b.millis)
      if (next === undefined) return false
      fire(next)
      return true
    }
  }
}
