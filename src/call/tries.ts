/**
 * The attempts of a call: the first, its retries, and the diagnostics when none of them meets an answer.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { NetworkFailure } from "./ApiError.ts"
import type { Connection } from "./Connection.ts"
import { hasAnswer } from "./diagnostics.ts"
import type { Outcome } from "./interpret.ts"
import { answered, check, networkOf, pause } from "./Network.ts"
import { type Retryable, RetryPolicy } from "./retry.ts"
import { Transport } from "./Transport.ts"

type RetryableOutcome = { readonly _tag: "Failed"; readonly reason: Retryable; readonly retry: true }

// Sound: only network failures, rate limits and loops are ever marked for a retry.
const isRetryable = (outcome: Outcome): outcome is RetryableOutcome => outcome._tag === "Failed" && outcome.retry

const networkFailureOf = (outcome: Outcome): NetworkFailure | undefined =>
  outcome._tag === "Failed" && outcome.reason._tag === "NetworkFailure" ? outcome.reason : undefined

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
export const tries = (
  connection: Connection,
  attempt: Effect.Effect<Outcome>,
  hasEnded: Effect.Effect<boolean>
): Effect.Effect<Outcome> =>
  Effect.withFiber(({ context }) => {
    const transport = Context.get(context, Transport)
    const clock = Context.get(context, Clock.Clock)
    const now = () => clock.currentTimeMillisUnsafe()
    /** A check of the network that ended before this is too old for the last attempt. */
    let since = 0

    const next = Effect.suspend(() => {
      since = now()
      return Effect.map(attempt, (outcome) => {
        if (networkFailureOf(outcome)) since = Math.max(since, now() - 1000)
        else answered(connection.networks.get(transport), now())
        return outcome
      })
    })

    const retried = (first: RetryableOutcome): Effect.Effect<Outcome> => {
      const network = networkOf(connection, transport)
      let last: RetryableOutcome | undefined
      let failedAt = 0
      const retry = (failed: RetryableOutcome): Effect.Effect<Outcome> => {
        const sent = Effect.flatMap(
          hasEnded,
          (hasEnded) => hasEnded ? Effect.succeed({ ...failed, retry: false }) : next
        )
        const isShared = networkFailureOf(failed) && network.retrying > 1 && network.answeredAt < failedAt
        if (!isShared) return sent
        // The second half of the pause.
        since = (failedAt + now()) / 2
        return Effect.flatMap(
          check(network, connection, transport, since),
          (found) => hasAnswer(found) ? sent : Effect.succeed(failed)
        )
      }
      const again = Effect.flatMap(
        Effect.suspend(() => last === undefined ? Effect.succeed<Outcome>(first) : retry(last)),
        (outcome) => {
          if (!isRetryable(outcome)) return Effect.succeed(outcome)
          last = outcome
          failedAt = now()
          return Effect.fail(outcome.reason)
        }
      )
      const schedule = Schedule.modifyDelay(
        Context.get(context, RetryPolicy),
        ({ duration, input }) =>
          input._tag === "NetworkFailure"
            ? Effect.as(pause(network, duration), Duration.zero)
            : Effect.succeed(duration)
      )
      network.retrying++
      return Effect.retry(again, schedule).pipe(
        Effect.catch((reason): Effect.Effect<Outcome> => Effect.succeed({ _tag: "Failed", reason, retry: false })),
        Effect.ensuring(Effect.sync(() => network.retrying--))
      )
    }

    /** Completes a network failure with what can be reached. */
    const diagnosed = (outcome: Outcome): Effect.Effect<Outcome> => {
      const failure = networkFailureOf(outcome)
      if (failure === undefined) return Effect.succeed(outcome)
      const { message, outcomeUnknown } = failure
      return Effect.map(check(networkOf(connection, transport), connection, transport, since), (diagnostics) => ({
        _tag: "Failed",
        retry: false,
        reason: new NetworkFailure({
          message: diagnostics.offline === true
            ? `The device is offline (${message})`
            : `${message}. Health page: ${diagnostics.health}, API root: ${diagnostics.apiRoot}`,
          outcomeUnknown,
          diagnostics
        })
      }))
    }

    return Effect.flatMap(
      Effect.flatMap(next, (first) => isRetryable(first) ? retried(first) : Effect.succeed(first)),
      diagnosed
    )
  })
