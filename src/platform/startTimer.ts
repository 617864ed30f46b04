import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** A host timer's longest delay, in milliseconds. Hosts fire longer ones immediately. */
const maxDelay = 2 ** 31 - 1

/**
 * Calls a function once after `delay`, by the clock in `context`. Returns a function that stops the timer. It needs no fiber,
 * except for more than 24 days, and with another clock, such as `TestClock`.
 */
export const startTimer = (
  context: Context.Context<never>,
  delay: Duration.Duration,
  onEnd: () => void
): () => void => {
  const millis = Duration.toMillis(delay)
  if (millis <= maxDelay && Context.getOrUndefined(context, Clock.Clock) === undefined) {
    const timer = setTimeout(onEnd, millis)
    return () => clearTimeout(timer)
  }
  const fiber = Effect.runForkWith(context)(Effect.sleep(delay))
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) onEnd()
  })
  return () => fiber.interruptUnsafe()
}
