/**
 * The errors that the service adds to the address of the page `oauthCallback`. Services of 2026 do so, without the state of
 * the flow.
 *
 * @since 0.1.0
 */
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { isObject, parseJson } from "../../wire/Json.ts"
import { InvalidAuthorizationCode, OAuthExtraScopeNotAvailableWithSharedOAuthKeys } from "../../wire/KnownErrors.ts"
import { callback } from "../../wire/oauth.ts"
import { isErrorCode, textOf } from "./errorTexts.ts"
import {
  type CallbackFailure,
  InvalidAuthorizationResponse,
  OAuthCallbackError,
  type RedirectedFailure
} from "./failure.ts"

/**
 * The parameters of such an address. The service sets all of them.
 *
 * @category constants
 * @since 0.1.0
 */
export const errorParameters = ["error", "error_description", "errorCode", "message", "details"]

/**
 * Returns `true` if a query holds an error of the service. A page's own `error`, `message` or `details` alone is none.
 *
 * @category guards
 * @since 0.1.0
 */
export const hasError = (query: URLSearchParams): boolean => query.has("error") && query.has("errorCode")

/**
 * Returns the error in a query: an instance of the class of its code, with the details that the class describes. A code that
 * no flow ends with, or details of another shape, are an `OAuthCallbackError`. Never throws.
 *
 * The message is a text of this library, since every site can link to the page with any text in the query.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseError = (query: URLSearchParams): CallbackFailure => {
  const code = query.get("errorCode")
  const known = [...callback.errors, InvalidAuthorizationCode, OAuthExtraScopeNotAvailableWithSharedOAuthKeys]
    .find((known) => known.code === code)
  if (known === undefined || !isErrorCode(known.code)) {
    return invalid("The service sent an error code that is not known")
  }
  const details = parseJson(query.get("details") ?? "{}")
  if (!isObject(details)) return invalid("The details of the error are not a JSON object")
  const exit = known.details === undefined ? Exit.succeed({}) : Schema.decodeUnknownExit(known.details)(details)
  // Sound: the codec that has decoded the details belongs to the class.
  const make = known as unknown as new(props: { message: string; details: unknown }) => RedirectedFailure
  return Exit.isSuccess(exit)
    ? new make({ message: textOf(known.code), details: exit.value })
    : invalid("The details of the error do not have the shape that its code requires")
}

const invalid = (message: string) => new OAuthCallbackError({ reason: new InvalidAuthorizationResponse({ message }) })
