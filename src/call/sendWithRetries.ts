/**
 * Sends a request and its retries.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type ApiErrorReason, NetworkFailure } from "./ApiError.ts"
import { type Diagnostics, hasResponse } from "./diagnostics.ts"
import type { Outcome } from "./interpret.ts"
import { checkNetwork, getNetwork, pause, recordResponse } from "./Network.ts"
import type { Request } from "./Request.ts"
import { type Retryable, RetryPolicy } from "./RetryPolicy.ts"
import { traceAttempt } from "./traceAttempt.ts"
import { Transport } from "./Transport.ts"

type RetryableOutcome = { readonly _tag: "Failed"; readonly reason: Retryable; readonly retry: true }

// Sound: only network failures, rate limits and infinite loops have `retry: true`.
const isRetryable = (outcome: Outcome): outcome is RetryableOutcome => outcome._tag === "Failed" && outcome.retry

const makeFinal = (failed: RetryableOutcome): Outcome => ({ ...failed, retry: false })

const isNetworkFailure = ({ _tag }: ApiErrorReason): boolean => _tag === "NetworkFailure"

/**
 * Sends a request, and retries it according to `RetryPolicy` until the outcome is final. Adds diagnostics to a network
 * failure. Never fails.
 *
 * **Details**
 *
 * A single retrying call sends every retry. Calls that retry at the same time share one check of the network. While the
 * check gets no response, their retries fail without being sent. Once the service responds, all of them are sent. No retry
 * is sent after `hasEnded`.
 *
 * @category combinators
 * @since 0.1.0
 */
export const sendWithRetries = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber(({ context }) => {
    const { connection, hasEnded } = request
    const attempt = traceAttempt(request)
    const transport = Context.get(context, Transport)
    const clock = Context.get(context, Clock.Clock)
    const now = () => clock.currentTimeMillisUnsafe()
    const network = getNetwork(connection, transport)
    const checkShared = (since: number) => checkNetwork(network, since)
    /** Earlier checks are too old to explain the last attempt, in milliseconds. */
    let since = 0
    let failedAt = 0

    const next = Effect.suspend(() => {
      since = now()
      return Effect.map(attempt, (outcome) => {
        failedAt = now()
        if (outcome._tag === "Failed" && isNetworkFailure(outcome.reason)) since = Math.max(since, failedAt - 1000)
        else recordResponse(network, failedAt)
        return outcome
      })
    })

    const retry = (failed: RetryableOutcome): Effect.Effect<Outcome> => {
      const sent = Effect.flatMap(
        hasEnded,
        (hasEnded) => hasEnded ? Effect.succeed(makeFinal(failed)) : next
      )
      // If the service responded with a failure, `respondedAt` is that time.
      if (network.retrying < 2 || network.respondedAt >= failedAt) return sent
      // A check from the second half of the delay is recent enough.
      since = (failedAt + now()) / 2
      return Effect.flatMap(checkShared(since), (found) => {
        if (hasResponse(found)) return sent
        failedAt = now()
        return Effect.succeed(failed)
      })
    }

    const retryFrom = (first: RetryableOutcome): Effect.Effect<Outcome> => {
      const loop = Effect.flatMap(Schedule.toStep(Context.get(context, RetryPolicy)), (step) => {
        const retryAfterDelay = (failed: RetryableOutcome): Effect.Effect<Outcome> =>
          Effect.matchEffect(step(now(), failed.reason), {
            // The schedule is done.
            onFailure: () => Effect.succeed(makeFinal(failed)),
            onSuccess: ([, delay]) =>
              Effect.flatMap(
                isNetworkFailure(failed.reason) ? pause(network, delay) : Effect.sleep(delay),
                () => Effect.flatMap(retry(failed), retryUntilFinal)
              )
          })
        const retryUntilFinal = (outcome: Outcome): Effect.Effect<Outcome> =>
          isRetryable(outcome) ? retryAfterDelay(outcome) : Effect.succeed(outcome)
        return retryAfterDelay(first)
      })
      return Effect.uninterruptibleMask((restore) => {
        network.retrying++
        return Effect.ensuring(restore(loop), Effect.sync(() => network.retrying--))
      })
    }

    const diagnoseFailure = (reason: NetworkFailure) =>
      Effect.map(checkShared(since), (diagnostics) => addDiagnostics(reason, diagnostics))

    return next.pipe(
      Effect.flatMap((first) => isRetryable(first) ? retryFrom(first) : Effect.succeed(first)),
      Effect.flatMap((outcome) =>
        outcome._tag === "Failed" && outcome.reason._tag === "NetworkFailure"
          ? diagnoseFailure(outcome.reason)
          : Effect.succeed(outcome)
      )
    )
  })

const addDiagnostics = ({ message, outcomeUnknown }: NetworkFailure, diagnostics: Diagnostics): Outcome => ({
  _tag: "Failed",
  retry: false,
  reason: new NetworkFailure({
    message: diagnostics.offline === true
      ? `The device is offline: ${message}`
      : `${message}. Health page: ${diagnostics.health}, API root: ${diagnostics.apiRoot}`,
    outcomeUnknown,
    diagnostics
  })
})
