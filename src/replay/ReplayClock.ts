import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { getCause } from "../recorder/CurrentCause.ts"

interface Timer {
  readonly cause: number | undefined
  readonly startedAt: number
  readonly millis: number
  readonly fire: () => void
  /** The device's clock was set back since the start, which hides how much time has passed. */
  isUncertain: boolean
}

/** A clock with the times in a recording. Its timers fire when the recording shows that they did. */
export type ReplayClock = ReturnType<typeof makeReplayClock>

/** A timer may end after this part of its delay: the delays of retries vary by a factor from 0.5 to 1.5. */
const leastPart = 0.5

/** Creates a clock that starts at a time in milliseconds. */
export const makeReplayClock = (start: number) => {
  let now = start
  // The device's clock may be set back, but timers go on.
  let elapsed = 0
  const timers = new Set<Timer>()

  const hasEnded = ({ millis, startedAt }: Pick<Timer, "millis" | "startedAt">, part: number) =>
    elapsed - startedAt >= millis * part

  /** Fires the timer that ends first and fulfills a condition. */
  const fire = (condition: (timer: Timer) => boolean): boolean => {
    const [next] = [...timers].filter(condition).toSorted((a, b) => a.startedAt + a.millis - b.startedAt - b.millis)
    if (next === undefined) return false
    timers.delete(next)
    next.fire()
    return true
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
          isUncertain: false,
          fire: () => resume(Effect.void)
        }
        timers.add(timer)
        return Effect.sync(() => timers.delete(timer))
      })
  }

  return {
    clock,
    /** Sets the device's time in milliseconds. Timers ignore steps back. */
    setTime: (millis: number) => {
      elapsed += Math.max(0, millis - now)
      if (millis < now) { for (const timer of timers) timer.isUncertain = true }
      now = millis
    },
    /** Fires a call's first timer that may have ended. Returns `true` if there was one. */
    fireOwn: (cause: number | undefined) =>
      fire(({ cause: own, ...timer }) => own === cause && hasEnded(timer, leastPart)),
    /** Fires the first timer that has ended. Without one, fires the first timer that may have ended. */
    fireAny: () => fire((timer) => hasEnded(timer, 1)) || fire((timer) => hasEnded(timer, leastPart)),
    /** Fires a call's first timer that was running when the device's clock was set back. Returns `true` if there was one. */
    fireUncertain: (cause: number | undefined) => fire(({ cause: own, isUncertain }) => isUncertain && own === cause)
  }
}
