/** A clock that may be wrong: the service's, as far as the page can tell. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Layer of the machine's clock, as many milliseconds ahead as the function says at the time. */
export const layerAhead = (millis: () => number): Layer.Layer<never> =>
  Layer.effect(
    Clock.Clock,
    Effect.map(Clock.Clock, (clock) => {
      const nanos = () => BigInt(millis()) * 1_000_000n
      return Object.assign<object, Clock.Clock>(Object.create(clock), {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis(),
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis()),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + nanos(),
        currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos())
      })
    })
  )
