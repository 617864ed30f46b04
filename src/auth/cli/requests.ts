/**
 * The requests of a command line's sign-in.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { millisOf } from "../../call/duration.ts"
import { traced } from "../../call/traced.ts"
import { callAsClient, type Client } from "../../session/Client.ts"
import * as wire from "../../wire/cli.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"

/**
 * Starts an attempt: a code for the page that the user opens, and one for the command line to ask with.
 *
 * `expiresIn` is how long the user has: two hours by default, a day at most.
 *
 * @category command line
 * @since 0.1.0
 */
export const start: (options?: { readonly expiresIn?: Duration.Input | undefined }) => Effect.Effect<
  wire.CliAttempt,
  KnownErrors.SchemaError | ApiError,
  Client
> = ({ expiresIn } = {}) =>
  traced(
    "Cli.start",
    callAsClient(wire.initiate, {
      payload: { expiresInMillis: expiresIn === undefined ? undefined : millisOf(expiresIn) }
    })
  )

/**
 * Asks once how far an attempt is: the one that `start` returned, or another by its polling code. The refresh token comes with the first `success` and never again: keep it.
 *
 * @category command line
 * @since 0.1.0
 */
export const poll: (attempt: { readonly pollingCode: Redacted.Redacted<string> }) => Effect.Effect<
  wire.CliStatus,
  KnownErrors.InvalidPollingCodeError | KnownErrors.SchemaError | ApiError,
  Client
> = ({ pollingCode }) => traced("Cli.poll", callAsClient(wire.poll, { payload: { pollingCode } }))

/**
 * Confirms an attempt, on the page that the user has opened: whoever polls gets this refresh token.
 *
 * A code that is unknown, expired or confirmed already is an `ApiError` with `RequestRefused` for its reason.
 *
 * **Gotchas**
 *
 * The service neither looks at who is signed in nor at the refresh token. Ask the user before you call this: a login code
 * may have been sent by somebody who wants their session.
 *
 * @category confirmation page
 * @since 0.1.0
 */
export const complete: (confirmation: {
  readonly loginCode: Redacted.Redacted<string>
  readonly refreshToken: Redacted.Redacted<string>
}) => Effect.Effect<void, KnownErrors.SchemaError | ApiError, Client> = (payload) =>
  traced("Cli.complete", Effect.asVoid(callAsClient(wire.complete, { payload })))

/** @since 0.1.0 */
export type { CliAttempt, CliStatus } from "../../wire/cli.ts"
