/**
 * The access token of the user to link an account to.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import { Client } from "../../session/Client.ts"
import { CannotGetOwnUserWithoutUser } from "../../wire/KnownErrors.ts"

/**
 * Returns a valid access token of the session that is current when the effect starts. Fails if there is none, or if the
 * session changes before its token is valid: an account is never linked to a user who signs in later.
 *
 * @category getters
 * @since 0.1.0
 */
export const requireAccessToken: Effect.Effect<
  Redacted.Redacted<string>,
  CannotGetOwnUserWithoutUser | ApiError,
  Client
> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller }) =>
    Effect.flatMap(getCurrentTokens(caller.credentials), (tokens) =>
      tokens?.accessToken === undefined
        ? Effect.fail(new CannotGetOwnUserWithoutUser({ message: "Nobody is signed in", details: {} }))
        : Effect.succeed(tokens.accessToken))
)
