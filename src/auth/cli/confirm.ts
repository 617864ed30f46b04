/**
 * The page on which a user confirms a command line's sign-in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import { trace } from "../../call/trace.ts"
import { parse, secretOf } from "../../platform/address.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { UserAuthenticationRequired } from "../../wire/KnownErrors.ts"
import { complete } from "./requests.ts"

/**
 * Reads the login code from the address of the page that confirms. Total: whatever has none, has none.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const parseLoginCode = (address: string): Redacted.Redacted<string> | undefined =>
  secretOf(parse(address, "https://app.invalid"), "login_code")

/**
 * The beginning of a login code, for a user to compare: `ABC-DEF`. The terminal shows it where the login began, and the page
 * shows it beside the question; a link that somebody else has sent has another.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const displayCode = (loginCode: Secret): string =>
  Redacted.value(toRedacted(loginCode)).replace(/[^0-9a-z]/gi, "").slice(0, 6).toUpperCase().replace(
    /^.{3}(?=.)/,
    "$&-"
  )

/**
 * The errors of `confirm`.
 *
 * @category errors
 * @since 0.1.0
 */
export type ConfirmError = UserAuthenticationRequired | KnownErrors.RequestSchemaError | ApiError

/**
 * Confirms a command line's sign-in: the command line gets the session of the user who is signed in here.
 *
 * Fails with `UserAuthenticationRequired`, and sends nothing, in three cases: no user is signed in; the signed-in user is not
 * `userId`, the one that the page has shown; or the session is an access token alone, which cannot be handed over. For a code
 * that is unknown, expired or already confirmed, it fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The link may come from somebody who wants the user's session. Show who is signed in and the `displayCode`, and call this when
 * the user has said yes to letting a command line in that they have just started themselves; never because the page was
 * opened.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const confirm: (confirmation: {
  readonly loginCode: Secret
  /** Whom the page has shown. */
  readonly userId?: string | undefined
}) => Effect.Effect<void, ConfirmError, Client> = ({ loginCode, userId }) =>
  trace(
    "Cli.confirm",
    Effect.gen(function*() {
      // Valid tokens, since a session that has ended cannot be handed on.
      const tokens = yield* getCurrentTokens((yield* Client).caller.credentials)
      if (tokens === undefined) return yield* makeAuthenticationRequired("No user is signed in")
      if (userId !== undefined && AccessToken.getUserId(tokens) !== userId) {
        return yield* makeAuthenticationRequired("Another user is signed in")
      }
      if (tokens.refreshToken === undefined) {
        return yield* makeAuthenticationRequired("The session has no refresh token to hand over")
      }
      yield* complete({ loginCode, refreshToken: tokens.refreshToken })
    })
  )

const makeAuthenticationRequired = (message: string) => new UserAuthenticationRequired({ message, details: {} })
