/** The service's clock, which can be moved while the program's clock stays. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** The program's `Clock` plus an offset. */
export interface ServiceClock {
  readonly offsetMillis: Effect.Effect<number>
  /** Sets the offset, and wakes the effects that wait for this clock. */
  readonly setOffset: (millis: number) => Effect.Effect<void>
  readonly currentTimeMillis: Effect.Effect<number>
  readonly waitUntil: (atMillis: number) => Effect.Effect<void>
  /** Runs an effect with this clock as its `Clock`. Delays last as long as without it. */
  readonly provide: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Creates a clock with the offset 0. */
export const make = (): ServiceClock => {
  let offset = 0
  const changed = Latch.makeUnsafe()
  const currentTimeMillis = Effect.map(Clock.currentTimeMillis, (now) => now + offset)
  return {
    currentTimeMillis,
    offsetMillis: Effect.sync(() => offset),
    setOffset: (millis) =>
      Effect.suspend(() => {
        offset = millis
        return Effect.asVoid(changed.release)
      }),
    waitUntil: Effect.fnUntraced(function*(atMillis) {
      for (let delay = Infinity; delay > 0;) {
        delay = atMillis - (yield* currentTimeMillis)
        if (delay > 0) yield* Effect.raceFirst(Effect.sleep(delay), changed.await)
      }
    }),
    provide: (effect) => Effect.suspend(() => offset === 0 ? effect : withOffset(effect, offset))
  }
}

/** Runs an effect with a `Clock` that is ahead of the current one, or behind it. Delays last as long as before. */
export const withOffset = <A, E, R>(effect: Effect.Effect<A, E, R>, millis: number): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const nanos = BigInt(Math.round(millis * 1_000_000))
    return Effect.provideService(effect, Clock.Clock, {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + nanos,
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos),
      sleep: (duration) => clock.sleep(duration)
    })
  })
