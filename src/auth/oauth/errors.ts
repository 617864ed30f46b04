/** The errors of OAuth flows. */
import type { ApiError } from "../../call/ApiError.ts"
import { CodedError } from "../../platform/CodedError.ts"
import { decode, Problem } from "../../wire/decode.ts"
import { isObject, parseJson } from "../../wire/Json.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { InvalidAuthorizationCode, OAuthExtraScopeNotAvailableWithSharedOAuthKeys } from "../../wire/KnownErrors.ts"
import { callback } from "../../wire/oauth.ts"

/**
 * The callback URL has an invalid authorization response: a wrong issuer, an error, or a repeated parameter. The message
 * never quotes the URL.
 */
export class InvalidAuthorizationResponse
  extends CodedError("InvalidAuthorizationResponse")<{ readonly message: string }>
{}

/**
 * A sign-in with a provider failed on the callback page, and not with a known error. `reason` has the cause: an `ApiError`,
 * such as a network failure, or an `InvalidAuthorizationResponse`.
 *
 * **Example** (Handling network failures)
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
 */
export class OAuthCallbackError extends CodedError("OAuthCallbackError")<{
  readonly message: string
  readonly reason: ApiError | InvalidAuthorizationResponse
}> {
  constructor({ reason }: { readonly reason: ApiError | InvalidAuthorizationResponse }) {
    super({ reason, message: "Sign-in failed. Try again." })
  }
}

/**
 * The errors that the service adds to the URL of the callback page instead of a code. `details` comes from the URL, which
 * any site can link to: do not show its texts.
 */
export type AuthorizationError =
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

/** Errors from `callback`: errors of the code exchange, and errors that the service sends instead of a code. */
export type CallbackError =
  | AuthorizationError
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | OAuthCallbackError

const errorCodes = [
  "OUTER_OAUTH_TIMEOUT",
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
  "OAUTH_PROVIDER_ACCESS_DENIED",
  "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
  "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
  "SIGN_UP_NOT_ENABLED",
  "SIGN_UP_REJECTED",
  "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
  "REDIRECT_URL_NOT_WHITELISTED",
  "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
  "INVALID_AUTHORIZATION_CODE"
] as const

/** The codes of errors that the service adds to a page's URL. */
export type ErrorCode = typeof errorCodes[number]

// Sound: the array is only searched.
const isErrorCode = (code: string): code is ErrorCode => (errorCodes as ReadonlyArray<string>).includes(code)

/** An error in a page's URL. */
export interface RedirectedError {
  /** `undefined` for an unknown code. */
  readonly code: ErrorCode | undefined
}

/**
 * Returns the error that the service added to a URL, or `undefined` without one. Never throws.
 *
 * Any site can link to the page with any query. Show your own message for the code, never a part of the URL.
 *
 * **Example** (An error page)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuth, Page } from "latchkey"
 *
 * const text = Effect.gen(function*() {
 *   const page = yield* Page.Page
 *   const error = OAuth.errorOf(yield* page.url)
 *   return error?.code === "OAUTH_PROVIDER_ACCESS_DENIED" ? "Sign-in was canceled." : "Sign-in failed. Try again."
 * })
 * ```
 */
export const errorOf = (address: string | URL): RedirectedError | undefined => {
  const code = URL.canParse(address) ? new URL(address).searchParams.get("errorCode") : null
  return code === null ? undefined : { code: isErrorCode(code) ? code : undefined }
}

/**
 * The parameters of an error that only this service adds. A service of 2026 sets all of them, with `error` and
 * `error_description` but without the flow's state.
 */
export const errorParameters = ["errorCode", "message", "details"]

/**
 * Returns `true` if a query has an error from the service. A parameter `error`, `message` or `details` of the app is not
 * enough.
 */
export const hasError = (query: URLSearchParams): boolean => query.has("error") && query.has("errorCode")

/**
 * Parses the error of a query into an instance of its class. Returns an `OAuthCallbackError` for a code that no flow ends
 * with, and for invalid details. Never throws.
 *
 * The query's message is ignored, because any site can link to the page.
 */
export const parseError = (query: URLSearchParams): CallbackError => {
  const code = query.get("errorCode")
  const known = [...callback.errors, InvalidAuthorizationCode, OAuthExtraScopeNotAvailableWithSharedOAuthKeys]
    .find((known) => known.code === code)
  if (known === undefined || !isErrorCode(known.code)) return makeInvalid("The error code is unknown")
  const details = parseJson(query.get("details") ?? "{}")
  if (!isObject(details)) return makeInvalid("The details of the error are not a JSON object")
  const decoded: unknown = known.details === undefined ? {} : decode(known.details, details)
  // Sound: the codec that has decoded the details belongs to the class.
  const make = known as unknown as new(props: { message: string; details: unknown }) => AuthorizationError
  return decoded instanceof Problem
    ? makeInvalid("The details of the error do not match its code")
    : new make({ message: `Sign-in failed (${known.code})`, details: decoded })
}

const makeInvalid = (message: string) =>
  new OAuthCallbackError({ reason: new InvalidAuthorizationResponse({ message }) })
