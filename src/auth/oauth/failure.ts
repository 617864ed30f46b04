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
export class InvalidAuthorizationResponse
  extends Data.TaggedError("InvalidAuthorizationResponse")<{ readonly message: string }>
{}

/**
 * A sign-in with a provider has failed where the browser came back, and not with a known error. `message` is a text for the
 * user; `reason` tells what happened: an `ApiError`, such as a network failure, or an `InvalidAuthorizationResponse`.
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
  readonly reason: ApiError | InvalidAuthorizationResponse
}> {
  constructor({ reason }: { readonly reason: ApiError | InvalidAuthorizationResponse }) {
    super({ reason, message: "Error signing in during OAuth callback. Please try again." })
  }
}

/**
 * The errors that the service adds to the address of the page `oauthCallback`, instead of a code. `message` is a text of this
 * library for the user. `details` comes from the address, to which every site can link: do not show it as a text.
 *
 * @category errors
 * @since 0.1.0
 */
export type RedirectedFailure =
  | KnownErrors.OuterOAuthTimeout
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.OAuthProviderAccessDenied
  | KnownErrors.OAuthProviderTemporarilyUnavailable
  | KnownErrors.UserAlreadyConnectedToAnotherOAuthConnection
  | KnownErrors.OAuthConnectionAlreadyConnectedToAnotherUser
  | KnownErrors.OAuthExtraScopeNotAvailableWithSharedOAuthKeys
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.SignUpRejected
  | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.InvalidAuthorizationCode

/**
 * What the end of a flow can fail with: what the exchange of the code answers, or the error that the service sent instead of
 * a code.
 *
 * @category errors
 * @since 0.1.0
 */
export type CallbackFailure =
  | RedirectedFailure
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | OAuthCallbackError
