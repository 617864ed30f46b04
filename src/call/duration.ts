/**
 * Durations as they travel: in milliseconds.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/**
 * Returns a duration in milliseconds. What is no duration, such as a text that somebody typed, is not a number, which no
 * description lets pass.
 *
 * @category conversion
 * @since 0.1.0
 */
export const millisOf = (input: Duration.Input): number =>
  // Of a number that is none, Effect makes nothing at all instead.
  Number.isNaN(input) ? NaN : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })
