/** The page where a user confirms a command line's sign-in. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { parse, secretOf } from "../../platform/urlParameters.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { Client } from "../../session/ClientService.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { UserAuthenticationRequired } from "../../wire/KnownErrors.ts"
import { complete } from "./requests.ts"

/** Parses the login code from the URL of the confirmation page. Returns `undefined` without one. Never throws. */
export const parseLoginCode = (address: string): Redacted.Redacted<string> | undefined =>
  secretOf(parse(address, "https://app.invalid"), "login_code")

/**
 * Returns the start of a login code for the user to compare, such as `ABC-DEF`. The terminal and the confirmation page both
 * show it. A link from an attacker has another code.
 */
export const displayCode = (loginCode: Secret): string =>
  Redacted.value(toRedacted(loginCode)).replace(/[^0-9a-z]/gi, "").slice(0, 6).toUpperCase().replace(
    /^.{3}(?=.)/,
    "$&-"
  )

/** Errors from `confirm`. */
export type ConfirmError = UserAuthenticationRequired | KnownErrors.RequestSchemaError | ApiError

/**
 * Confirms a command line's sign-in, which gets the signed-in user's session.
 *
 * Fails with `UserAuthenticationRequired`, without a request, in three cases: no user is signed in; the signed-in user is
 * not the page's `userId`; or the session is only an access token. If the code is unknown, expired or already
 * confirmed, fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The link may come from an attacker trying to get the user's session. Show the signed-in user and the `displayCode`.
 * Confirm only after the user agrees, never when the page opens.
 */
export const confirm: (confirmation: {
  readonly loginCode: Secret
  /** The id of the user that the page has shown. */
  readonly userId?: string | undefined
}) => Effect.Effect<void, ConfirmError, Client> = ({ loginCode, userId }) =>
  trace(
    "Cli.confirm",
    Effect.gen(function*() {
      // Requires valid tokens: an ended session is of no use to the command line.
      const tokens = yield* getCurrentTokens((yield* Client).caller.credentials)
      if (tokens === undefined) return yield* makeAuthenticationRequired("No user is signed in")
      if (userId !== undefined && AccessToken.getUserId(tokens) !== userId) {
        return yield* makeAuthenticationRequired("Another user is signed in")
      }
      if (tokens.refreshToken === undefined) {
        return yield* makeAuthenticationRequired("The session has no refresh token")
      }
      yield* complete({ loginCode, refreshToken: tokens.refreshToken })
    })
  )

const makeAuthenticationRequired = (message: string) => new UserAuthenticationRequired({ message, details: {} })
