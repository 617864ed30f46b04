/** Retries for a failed request. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Connectivity } from "../platform/Connectivity.ts"
import type { NetworkFailure } from "./ApiError.ts"
import { checkReachability, pause } from "./checkReachability.ts"
import { type Diagnostics, getOffline, hasResponse } from "./diagnostics.ts"
import { hasEnded } from "./hasEnded.ts"
import { type Failed, makeNetworkFailure, type Outcome } from "./Outcome.ts"
import { endPauses, type Reachability, recordResponse } from "./Reachability.ts"
import type { Request } from "./Request.ts"
import { type Retryable, RetryPolicy } from "./RetryPolicy.ts"

type RetryableOutcome = Failed & { readonly reason: Retryable; readonly retry: true }

// Sound: only network failures, rate limits and infinite loops have `retry: true`.
const isRetryable = (outcome: Outcome): outcome is RetryableOutcome => outcome._tag === "Failed" && outcome.retry

const isNetworkFailure = (outcome: Outcome): outcome is Failed & { readonly reason: NetworkFailure } =>
  outcome._tag === "Failed" && outcome.reason._tag === "NetworkFailure"

export interface RetryOptions {
  /** Sends the request once. */
  readonly attempt: Effect.Effect<Outcome>
  readonly context: Context.Context<never>
  readonly network: Reachability
  /** The request is not retried after its session has ended. */
  readonly request: Request
}

/** A check that ended this long before a network failure still explains it, in milliseconds. */
const checkLead = 1000

/**
 * Retries a request until its outcome is final, and adds diagnostics to a network failure. `first` is the first attempt's
 * outcome. A network failure is final while the device is offline, as is any outcome of a request that is sent once.
 */
export const retry = (
  { attempt, context, network, request }: RetryOptions,
  first: Outcome,
  startedAt: number
): Effect.Effect<Outcome> => {
  const now = () => Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
  const connectivity = Context.get(context, Connectivity)
  // This call's two times, in milliseconds, and three values that all calls share decide which check is recent: the last
  // response (`respondedAt`), the number of retrying calls (`retrying`), and the time to share a check (`checkPause`).
  /** A check that ended before this time is too old to explain the last attempt, or to decide about the next one. */
  let since = startedAt
  /** When the last attempt ended, or the check that replaced it. */
  let failedAt = 0

  const record = (outcome: Outcome) => {
    failedAt = now()
    if (isNetworkFailure(outcome)) since = Math.max(since, failedAt - checkLead)
    else recordResponse(network, failedAt)
    return outcome
  }
  record(first)
  if (request.caller.isOnce || !isRetryable(first) && !isNetworkFailure(first)) return Effect.succeed(first)

  const next = Effect.suspend(() => {
    since = now()
    return Effect.map(attempt, record)
  })

  const resend = (failed: RetryableOutcome): Effect.Effect<Outcome> => {
    const sent = Effect.flatMap(
      hasEnded(request),
      (isOver) => isOver ? Effect.succeed<Outcome>({ ...failed, retry: false }) : next
    )
    // A single retrying call needs no check. After a response, no call needs one. If the last attempt failed with a response,
    // `respondedAt` is that time.
    if (network.retrying < 2 || network.respondedAt >= failedAt) return sent
    // A check in the delay's second half is recent enough.
    since = (failedAt + now()) / 2
    return Effect.flatMap(checkReachability(network, since), (found) => {
      if (hasResponse(found)) return sent
      failedAt = now()
      return Effect.succeed(failed)
    })
  }

  const isOffline = (failed: Failed) => isNetworkFailure(failed) && connectivity.isOnline() === false

  const retryFrom = (first: RetryableOutcome): Effect.Effect<Outcome> => {
    const loop = Effect.flatMap(Schedule.toStep(Context.get(context, RetryPolicy)), (step) => {
      const retryAfterDelay = (failed: RetryableOutcome): Effect.Effect<Outcome> =>
        isOffline(failed) ? Effect.succeed<Outcome>(failed) : Effect.matchEffect(step(now(), failed.reason), {
          // The schedule is done.
          onFailure: () => Effect.succeed<Outcome>(failed),
          onSuccess: ([, delay]) =>
            Effect.flatMap(
              isNetworkFailure(failed) ? pause(network, delay) : Effect.sleep(delay),
              () =>
                Effect.flatMap(isOffline(failed) ? Effect.succeed<Outcome>(failed) : resend(failed), retryUntilFinal)
            )
        })
      const retryUntilFinal = (outcome: Outcome): Effect.Effect<Outcome> =>
        isRetryable(outcome) ? retryAfterDelay(outcome) : Effect.succeed(outcome)
      return retryAfterDelay(first)
    })
    return Effect.uninterruptibleMask((restore) => {
      if (network.retrying++ === 0) {
        network.unsubscribe = connectivity.subscribe(() => {
          // An earlier check's result is outdated.
          if (network.check?.endedAt !== Infinity) network.check = undefined
          endPauses(network)
        })
      }
      return Effect.ensuring(
        restore(loop),
        Effect.sync(() => {
          if (--network.retrying === 0) network.unsubscribe?.()
        })
      )
    })
  }

  return Effect.flatMap(
    isRetryable(first) ? retryFrom(first) : Effect.succeed(first),
    (outcome) =>
      isNetworkFailure(outcome)
        ? Effect.map(
          checkReachability(network, Math.min(since, now() - network.checkPause)),
          (diagnostics) => addDiagnostics(outcome.reason, { ...diagnostics, offline: getOffline(context) })
        )
        : Effect.succeed(outcome)
  )
}

/**
 * Sends a request. If the device is offline, first checks the network, and fails without sending the request if the check gets
 * no response. A service on the device itself responds.
 */
export const checkOnline = (
  send: Effect.Effect<Outcome>,
  network: Reachability,
  startedAt: number,
  context: Context.Context<never>
): Effect.Effect<Outcome> =>
  Context.get(context, Connectivity).isOnline() !== false
    ? send
    : Effect.flatMap(checkReachability(network, startedAt), (diagnostics) =>
      hasResponse(diagnostics) || diagnostics.offline !== true
        ? send
        : Effect.succeed(addDiagnostics({ message: "The request was not sent", outcomeUnknown: false }, diagnostics)))

const addDiagnostics = (
  { message, outcomeUnknown }: Pick<NetworkFailure, "message" | "outcomeUnknown">,
  diagnostics: Diagnostics
): Outcome =>
  makeNetworkFailure(
    diagnostics.offline === true
      ? `The device is offline: ${message}`
      : `${message}. Health page: ${diagnostics.health}, API root: ${diagnostics.apiRoot}`,
    outcomeUnknown,
    false,
    diagnostics
  )
