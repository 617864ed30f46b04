import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Creates a clock that is ahead of the device's. */
export const makeClockAhead = (aheadMillis: () => number): Clock.Clock => {
  const currentTimeMillisUnsafe = () => Date.now() + aheadMillis()
  return {
    ...Clock.Clock.defaultValue(),
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe)
  }
}
