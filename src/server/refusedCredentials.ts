/** Refused credentials on routes that need no user. */
import * as Effect from "effect/Effect"
import type { Authenticated, AuthenticateError, AuthenticateOptionalError } from "./Authenticated.ts"
import { makeAuthenticated } from "./authenticateRequest.ts"
import { SignInRequired } from "./authenticationErrors.ts"
import type { CredentialsError, Principal } from "./Principal.ts"

/**
 * Turns refused credentials into a signed-out principal with the error. All other errors stay: contradicting credentials, a
 * cross-site request, an unavailable service.
 */
export const toSignedOut = <R>(
  authenticated: Effect.Effect<Authenticated, AuthenticateError, R>
): Effect.Effect<Authenticated, AuthenticateOptionalError, R> =>
  Effect.catchTag(
    authenticated,
    ["AccessTokenExpired", "AccessTokenInvalid", "CredentialsMalformed", "ApiKeyInvalid", "SessionRevoked"],
    (error) => Effect.succeed(makeAuthenticated({ _tag: "SignedOut", reason: "credentialsRefused", error }))
  )

/** Returns the error for a route that needs a user: the one for the refused credentials, or `SignInRequired`. */
export const makeSignInError = (principal: Principal["Service"]): CredentialsError | SignInRequired =>
  findRefusal(principal) ?? new SignInRequired({ message: "The request has no signed-in user" })

/** Returns the refused credentials' error, or `undefined` if none were refused. */
export const findRefusal = (principal: Principal["Service"]): CredentialsError | undefined =>
  principal._tag === "SignedOut" ? principal.error : undefined
