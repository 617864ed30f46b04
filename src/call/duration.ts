/** Durations in milliseconds. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** Returns a duration in milliseconds, or `NaN` if the input is not a duration. No codec accepts `NaN`. */
export const millisOf = (input: Duration.Input): number =>
  // `Duration.fromInput` turns `NaN` into zero.
  Number.isNaN(input) ? NaN : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })
