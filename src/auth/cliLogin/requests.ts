/** A command line's sign-in requests. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { millisOf } from "../../call/duration.ts"
import type { Errors } from "../../call/Errors.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { callAsClient, Client } from "../../session/ClientService.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import * as wire from "../../wire/cli.ts"

/** Errors from `start`. */
export type StartError = Errors<typeof wire.initiate>

/**
 * Starts an attempt. Returns a login code for the page that the user opens, and a polling code for the command line.
 *
 * The user has `expiresIn` to confirm: two hours by default, and at most a day. With `anonRefreshToken`, the token of an
 * anonymous session, the page can continue that session with `claimAnonymousSession`, and its user keeps the data. Services
 * since 2026. For a token of another user, fails with an `ApiError` whose reason is `RequestRefused`.
 */
export const start = (
  { anonRefreshToken, expiresIn }: {
    readonly expiresIn?: Duration.Input | undefined
    readonly anonRefreshToken?: Secret | undefined
  } = {}
): Effect.Effect<wire.CliAttempt, StartError, Client> =>
  trace(
    "Cli.start",
    callAsClient(wire.initiate, {
      payload: {
        expiresInMillis: expiresIn === undefined ? undefined : millisOf(expiresIn),
        anonRefreshToken: anonRefreshToken === undefined ? undefined : toRedacted(anonRefreshToken)
      }
    })
  )

/** Errors from `poll`. */
export type PollError = Errors<typeof wire.poll>

/**
 * Requests an attempt's status once. Takes the result from `start`, or its polling code. Only the first response with
 * `success` contains the refresh token: store it.
 */
export const poll = (
  { pollingCode }: { readonly pollingCode: Secret }
): Effect.Effect<wire.CliStatus, PollError, Client> =>
  trace("Cli.poll", callAsClient(wire.poll, { payload: { pollingCode: toRedacted(pollingCode) } }))

/** Errors from `complete`. */
export type CompleteError = Errors<typeof wire.complete>

/**
 * Confirms an attempt, and hands the refresh token to the command line that polls.
 *
 * If the code is unknown, expired or already confirmed, fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The service does not check which user is signed in. Since 2026, it checks that the refresh token belongs to a session.
 * Call this only after the user agrees: the login code may come from an attacker.
 */
export const complete = (
  { loginCode, refreshToken }: { readonly loginCode: Secret; readonly refreshToken: Secret }
): Effect.Effect<void, CompleteError, Client> =>
  trace(
    "Cli.complete",
    Effect.asVoid(callAsClient(wire.complete, {
      payload: { loginCode: toRedacted(loginCode), refreshToken: toRedacted(refreshToken) }
    }))
  )

/** Errors from `hasAnonymousSession`. */
export type HasAnonymousSessionError = Errors<typeof wire.check>

/**
 * Returns `true` if an attempt's command line has an anonymous session that the page can continue.
 *
 * If the code is unknown, expired or already confirmed, fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * @generation 2026
 */
export const hasAnonymousSession = (
  { loginCode }: { readonly loginCode: Secret }
): Effect.Effect<boolean, HasAnonymousSessionError, Client> =>
  trace(
    "Cli.hasAnonymousSession",
    Effect.map(
      callAsClient(wire.check, { payload: { loginCode: toRedacted(loginCode), mode: "check" } }),
      ({ cliSessionState }) => cliSessionState === "anonymous"
    )
  )

/** Errors from `claimAnonymousSession`. */
export type ClaimAnonymousSessionError = Errors<typeof wire.claim>

/**
 * Signs in with the command line's anonymous session.
 *
 * Let the user sign up next. A sign-up with a password, an email code or OAuth turns the anonymous user into a regular one,
 * who keeps the id and the data. Then confirm the attempt. The session can be claimed once. Without a session, or if the
 * code is unknown, expired or already confirmed, fails with an `ApiError` whose reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The session replaces the current one of the page. Call this only if no user is signed in, and after the
 * user agrees to continue the command line's session.
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
 * @generation 2026
 */
export const claimAnonymousSession = (
  { loginCode }: { readonly loginCode: Secret }
): Effect.Effect<RefreshableTokens, ClaimAnonymousSessionError, Client> =>
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

export type { CliAttempt, CliStatus } from "../../wire/cli.ts"
