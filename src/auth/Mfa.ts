/**
 * The second factor of users who have turned TOTP on: six digits from their authenticator app.
 *
 * Every way of signing in may fail with `MultiFactorAuthenticationRequired`. Its attempt code stands for the factor that
 * was given already, lives for 5 minutes, and together with the six digits completes the sign-in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { InvalidTotpCode } from "../wire/KnownErrors.ts"
import * as wire from "../wire/mfa.ts"
import { beginWithNew, type SignedInOrUp } from "./SignedIn.ts"

/**
 * Completes a sign-in with the code of an authenticator app. `isNewUser` tells of the sign-in that was begun.
 *
 * A wrong code is an `InvalidTotpCode` and may be tried again with the same attempt code, 20 times in all; an empty one is
 * not even sent.
 *
 * **Example** (Asking for the second factor where a sign-in demands it)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Mfa, Password } from "latchkey"
 *
 * const signIn = <E, R>(
 *   credentials: { readonly email: string; readonly password: Redacted.Redacted<string> },
 *   ask: Effect.Effect<Redacted.Redacted<string>, E, R>
 * ) =>
 *   Password.signIn(credentials).pipe(
 *     Effect.catchTag("MultiFactorAuthenticationRequired", ({ details: { attemptCode } }) =>
 *       Effect.flatMap(ask, (totp) => Mfa.signIn({ attemptCode, totp })))
 *   )
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const signIn: (request: {
  readonly attemptCode: Redacted.Redacted<string>
  readonly totp: Redacted.Redacted<string>
}) => Effect.Effect<
  SignedInOrUp,
  KnownErrors.VerificationCodeError | KnownErrors.InvalidTotpCode | KnownErrors.SchemaError | ApiError,
  Client
> = ({ attemptCode, totp }) =>
  traced(
    "Mfa.signIn",
    Redacted.isRedacted(totp) && Redacted.value(totp) === ""
      ? Effect.fail(
        new InvalidTotpCode({ message: "The TOTP code is invalid. Please try again.", details: {} })
      )
      : Effect.flatMap(callAsClient(wire.signIn, { payload: { type: "totp", totp, code: attemptCode } }), beginWithNew)
  )
