/**
 * The attempts of a call: the first, its retries, and the diagnostics when none of them meets an answer.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type ApiErrorReason, NetworkFailure } from "./ApiError.ts"
import { type Diagnostics, hasAnswer } from "./diagnostics.ts"
import type { Outcome } from "./interpret.ts"
import { checkNetwork, getNetwork, pause, recordAnswer } from "./Network.ts"
import type { Request } from "./Request.ts"
import { type Retryable, RetryPolicy } from "./RetryPolicy.ts"
import { traceAttempt } from "./traceAttempt.ts"
import { Transport } from "./Transport.ts"

type RetryableOutcome = { readonly _tag: "Failed"; readonly reason: Retryable; readonly retry: true }

// Sound: only network failures, rate limits and loops are ever marked for a retry.
const isRetryable = (outcome: Outcome): outcome is RetryableOutcome => outcome._tag === "Failed" && outcome.retry

const isNetworkFailure = ({ _tag }: ApiErrorReason): boolean => _tag === "NetworkFailure"

/**
 * Runs an attempt, and retries it by the program's schedule until the outcome is final. A network failure comes with
 * diagnostics.
 *
 * **Details**
 *
 * A lone call sends every retry. Among several that retry at the same time, one check of the network stands for all: while
 * it meets no answer, their retries count as failed and are not sent. Once it meets one, all of them are sent at once.
 * Nothing is sent again after `hasEnded`.
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
    /** A check of the network that ended before this is too old for the last attempt. */
    let since = 0
    let failedAt = 0

    const next = Effect.suspend(() => {
      since = now()
      return Effect.map(attempt, (outcome) => {
        failedAt = now()
        if (outcome._tag === "Failed" && isNetworkFailure(outcome.reason)) since = Math.max(since, failedAt - 1000)
        else recordAnswer(network, failedAt)
        return outcome
      })
    })

    const retryFrom = (first: RetryableOutcome): Effect.Effect<Outcome> => {
      let last: RetryableOutcome | undefined
      const retry = (failed: RetryableOutcome): Effect.Effect<Outcome> => {
        const sent = Effect.flatMap(
          hasEnded,
          (hasEnded) => hasEnded ? Effect.succeed({ ...failed, retry: false }) : next
        )
        // A failure that is an answer of the service is in `answeredAt`, too.
        if (network.retrying < 2 || network.answeredAt >= failedAt) return sent
        // The second half of the pause.
        since = (failedAt + now()) / 2
        return Effect.flatMap(checkShared(since), (found) => {
          if (hasAnswer(found)) return sent
          failedAt = now()
          return Effect.succeed(failed)
        })
      }
      const loop = Effect.suspend(() => last === undefined ? Effect.succeed<Outcome>(first) : retry(last)).pipe(
        Effect.flatMap((outcome) =>
          isRetryable(outcome) ? Effect.fail((last = outcome).reason) : Effect.succeed(outcome)
        ),
        Effect.retry(Schedule.modifyDelay(
          Context.get(context, RetryPolicy),
          ({ duration, input }) =>
            isNetworkFailure(input) ? Effect.as(pause(network, duration), 0) : Effect.succeed(duration)
        )),
        Effect.catch((reason): Effect.Effect<Outcome> => Effect.succeed({ _tag: "Failed", reason, retry: false }))
      )
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
      ? `The device is offline (${message})`
      : `${message}. Health page: ${diagnostics.health}, API root: ${diagnostics.apiRoot}`,
    outcomeUnknown,
    diagnostics
  })
})
