/**
 * What can go wrong where a flow ends.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import type { ApiError } from "../../call/ApiError.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"

/**
 * The answer that a browser has come back with is not what the service answers: it names another issuer, holds an error, or
 * says something twice. Its text never quotes the address.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidAnswer extends Data.TaggedError("InvalidAnswer")<{ readonly message: string }> {}

/**
 * A sign-in with a provider has failed where the browser came back, and not with a known error. `message` is a text for the
 * user; `reason` tells what happened: an `ApiError`, such as a network failure, or an `InvalidAnswer`.
 *
 * **Example** (Telling a network failure from the rest)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuth } from "latchkey"
 *
 * const callback = OAuth.callback.pipe(
 *   Effect.tapErrorTag("OAuthCallbackError", ({ reason }) =>
 *     reason._tag === "ApiError" && reason.isTransient ? Effect.logWarning("The network is down") : Effect.void)
 * )
 * ```
 *
 * @category errors
 * @since 0.1.0
 */
export class OAuthCallbackError extends Data.TaggedError("OAuthCallbackError")<{
  readonly message: string
  readonly reason: ApiError | InvalidAnswer
}> {
  constructor({ reason }: { readonly reason: ApiError | InvalidAnswer }) {
    super({ reason, message: "Error signing in during OAuth callback. Please try again." })
  }
}

/**
 * What can go wrong where a flow ends.
 *
 * @category errors
 * @since 0.1.0
 */
export type CallbackFailure =
  | KnownErrors.InvalidAuthorizationCode
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.SchemaError
  | OAuthCallbackError
