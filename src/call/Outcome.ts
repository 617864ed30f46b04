/** An attempt's result. */
import * as Effect from "effect/Effect"
import type { Any } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"
import { ApiError, type ApiErrorReason, NetworkFailure } from "./ApiError.ts"
import type { Diagnostics } from "./diagnostics.ts"
import type { Success } from "./interpretSuccess.ts"

/** An attempt's result. */
export type Outcome =
  | Success
  /** A known error that the endpoint declares. */
  | { readonly _tag: "Declared"; readonly error: KnownError }
  | Failed

export interface Failed {
  readonly _tag: "Failed"
  readonly reason: ApiErrorReason
  /** `true` if a retry is safe and may succeed. */
  readonly retry: boolean
}

/** Converts an outcome to its call's effect. */
export const toEffect = ({ id }: Any, outcome: Outcome): Effect.Effect<unknown, KnownError | ApiError> =>
  outcome._tag === "Success"
    ? Effect.succeed(outcome.value)
    : Effect.fail(outcome._tag === "Declared" ? outcome.error : new ApiError({ endpoint: id, reason: outcome.reason }))

/** Creates a failure's outcome. By default, it is not retried. */
export const makeFailed = (reason: ApiErrorReason, retry = false): Failed => ({ _tag: "Failed", reason, retry })

/** Creates the outcome for a request without an interpreted response. */
export const makeNetworkFailure = (
  message: string,
  outcomeUnknown: boolean,
  retry: boolean,
  diagnostics: Diagnostics = { offline: undefined, health: "not checked", apiRoot: "not checked" }
): Failed => makeFailed(new NetworkFailure({ message, outcomeUnknown, diagnostics }), retry)

/**
 * Creates the outcome for a failure whose code could not be loaded. It is not retried, since retries are in that code.
 * `isSent` is `false` if the call failed before its request.
 */
export const makeNotLoaded = (endpoint: Any, isSent: boolean): Failed =>
  makeNetworkFailure("The code that handles failures could not be loaded", isSent && !endpoint.isIdempotent, false)
