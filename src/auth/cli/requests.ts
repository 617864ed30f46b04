/**
 * The requests of a command line's sign-in.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../call/ApiError.ts"
import { millisOf } from "../../call/duration.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { callAsClient, Client } from "../../session/Client.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import * as wire from "../../wire/cli.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"

/**
 * Starts an attempt: a code for the page that the user opens, and one for the command line to ask with.
 *
 * `expiresIn` is how long the user has: two hours by default, a day at most. `anonRefreshToken`, of the command line's anonymous
 * session, lets the page continue that session with `claimAnonymousSession`, so that its user keeps the data. Services since
 * 2026. A refresh token that is not one of an anonymous user is an `ApiError` whose reason is `RequestRefused`.
 *
 * @category command line
 * @since 0.1.0
 */
export const start: (options?: {
  readonly expiresIn?: Duration.Input | undefined
  readonly anonRefreshToken?: Secret | undefined
}) => Effect.Effect<
  wire.CliAttempt,
  KnownErrors.RequestSchemaError | ApiError,
  Client
> = ({ anonRefreshToken, expiresIn } = {}) =>
  trace(
    "Cli.start",
    callAsClient(wire.initiate, {
      payload: {
        expiresInMillis: expiresIn === undefined ? undefined : millisOf(expiresIn),
        anonRefreshToken: anonRefreshToken === undefined ? undefined : toRedacted(anonRefreshToken)
      }
    })
  )

/**
 * Asks once how far an attempt is: the one that `start` returned, or another by its polling code. The refresh token comes with the first `success` and never again: keep it.
 *
 * @category command line
 * @since 0.1.0
 */
export const poll: (attempt: { readonly pollingCode: Secret }) => Effect.Effect<
  wire.CliStatus,
  KnownErrors.InvalidPollingCodeError | KnownErrors.RequestSchemaError | ApiError,
  Client
> = ({ pollingCode }) =>
  trace("Cli.poll", callAsClient(wire.poll, { payload: { pollingCode: toRedacted(pollingCode) } }))

/**
 * Confirms an attempt, on the page that the user has opened: whoever polls gets this refresh token.
 *
 * A code that is unknown, expired or confirmed already is an `ApiError` with `RequestRefused` for its reason.
 *
 * **Gotchas**
 *
 * The service does not check who is signed in; since 2026, it checks that the refresh token belongs to a session. Ask the user
 * before you call this: the login code may come from an attacker who wants the session.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const complete: (confirmation: {
  readonly loginCode: Secret
  readonly refreshToken: Secret
}) => Effect.Effect<void, KnownErrors.RequestSchemaError | ApiError, Client> = ({ loginCode, refreshToken }) =>
  trace(
    "Cli.complete",
    Effect.asVoid(callAsClient(wire.complete, {
      payload: { loginCode: toRedacted(loginCode), refreshToken: toRedacted(refreshToken) }
    }))
  )

/**
 * Returns `true` if the command line that began an attempt has an anonymous session for the page to continue. Services since
 * 2026.
 *
 * A code that is unknown, expired or confirmed already is an `ApiError` whose reason is `RequestRefused`.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const hasAnonymousSession: (attempt: { readonly loginCode: Secret }) => Effect.Effect<
  boolean,
  KnownErrors.RequestSchemaError | ApiError,
  Client
> = ({ loginCode }) =>
  trace(
    "Cli.hasAnonymousSession",
    Effect.map(
      callAsClient(wire.check, { payload: { loginCode: toRedacted(loginCode), mode: "check" } }),
      ({ cliSessionState }) => cliSessionState === "anonymous"
    )
  )

/**
 * Signs the page in with the anonymous session of the command line. Services since 2026.
 *
 * Let the user sign up next: a password sign-up, a sign-in by email code or OAuth makes the anonymous user a regular one, who
 * keeps the id and the data. Then confirm the attempt. The session can be claimed once; without one, or for a code that is
 * unknown, expired or confirmed already, the call fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The session replaces the one that the page has. Call this only if no user is signed in, and the user has agreed to continue
 * what the command line has begun.
 *
 * **Example** (Continuing on the page)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Cli, Navigation } from "latchkey"
 *
 * const continueHere = (loginCode: string) =>
 *   Effect.gen(function*() {
 *     const isAnonymous = yield* Cli.hasAnonymousSession({ loginCode })
 *     if (isAnonymous) yield* Cli.claimAnonymousSession({ loginCode })
 *     yield* Navigation.redirectTo(isAnonymous ? "signUp" : "signIn")
 *   })
 * ```
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const claimAnonymousSession: (attempt: { readonly loginCode: Secret }) => Effect.Effect<
  RefreshableTokens,
  KnownErrors.RequestSchemaError | ApiError,
  Client
> = ({ loginCode }) =>
  trace(
    "Cli.claimAnonymousSession",
    Effect.gen(function*() {
      const { session } = yield* Client
      const tokens = yield* callAsClient(wire.claim, {
        payload: { loginCode: toRedacted(loginCode), mode: "claim-anon-session" }
      })
      yield* session.signIn(tokens)
      return tokens
    })
  )

/** @since 0.1.0 */
export type { CliAttempt, CliStatus } from "../../wire/cli.ts"
