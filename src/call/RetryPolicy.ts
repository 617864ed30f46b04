/** The retry policy. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { NetworkFailure, RateLimited, ServiceUnavailable } from "./ApiError.ts"
import { retryPolicyKey } from "./retryPolicyKey.ts"

/**
 * The failures that are retried: an idempotent request's network failure, a 429 whose wait is within the limit, and a
 * 508 that reports an infinite loop.
 */
export type Retryable = NetworkFailure | RateLimited | ServiceUnavailable

/**
 * The retry schedule: the number of retries, and the delay before each.
 *
 * By default a call makes five attempts, with delays of 1, 2, 4 and 8 seconds, each multiplied by a random factor between
 * 0.5 and 1.5. After a 429, the delay is the service's `Retry-After`. If that header is missing or zero, the first retry is
 * immediate and the others keep the delays above.
 *
 * A schedule decides only when and how often to retry. A request that is not idempotent is never repeated after a network
 * failure.
 *
 * Calls that retry at the same time share one network check. While the check gets no response, their retries fail
 * without sending a request. Once the service responds, all waiting calls are sent.
 *
 * **Example** (A single attempt)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Schedule from "effect/Schedule"
 * import { CurrentUser, RetryPolicy } from "latchkey"
 *
 * const user = Effect.provideService(CurrentUser.get(), RetryPolicy, Schedule.recurs(0))
 * ```
 */
export const RetryPolicy: Context.Reference<Schedule.Schedule<unknown, Retryable>> = Context.Reference(
  retryPolicyKey,
  { defaultValue: () => Schedule.fromStep(makeStep) }
)

/** `Schedule.exponential` and its combinators would add 0.4 kB to every bundle. */
const makeStep = Effect.sync(() => {
  let retries = 0
  const makeResult = (delay: Duration.Duration) => Effect.succeed<[unknown, Duration.Duration]>([delay, delay])
  return (_now: number, input: Retryable) => {
    const backoff = 1000 * 2 ** retries++
    if (retries > 4) return Cause.done()
    if (input._tag === "RateLimited") {
      const { retryAfter = Duration.zero } = input
      if (retries === 1 || Duration.toMillis(retryAfter) > 0) return makeResult(retryAfter)
    }
    return Effect.flatMap(Random.next, (factor) => makeResult(Duration.millis(backoff * (0.5 + factor))))
  }
})
