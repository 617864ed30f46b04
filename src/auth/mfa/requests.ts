/** The request that completes a sign-in with a second factor. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Errors } from "../../call/Errors.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { callAsClient, type Client } from "../../session/ClientService.ts"
import * as wire from "../../wire/mfa.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"
import { invalidTotpCode } from "./totpCode.ts"

/** Errors from `signIn`. */
export type SignInError = Errors<typeof wire.signIn>

/**
 * Completes a sign-in with the code of an authenticator app. This is the request behind `Continuation.complete`, for
 * programs that store attempt codes on their own.
 *
 * After `InvalidTotpCode`, the same attempt code works again, up to 20 attempts. An empty code fails without a request.
 * `isNewUser` refers to the original sign-in.
 *
 * **Example** (A sign-in with both factors)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa, Password } from "latchkey"
 *
 * const signIn = (credentials: Parameters<typeof Password.signIn>[0], totp: string) =>
 *   Password.signIn(credentials).pipe(
 *     Effect.catchTag("MultiFactorAuthenticationRequired", ({ details: { attemptCode } }) =>
 *       Mfa.signIn({ attemptCode, totp }))
 *   )
 * ```
 */
export const signIn = (
  { attemptCode, totp }: { readonly attemptCode: Secret; readonly totp: Secret }
): Effect.Effect<SignedInOrUp, SignInError, Client> =>
  trace(
    "Mfa.signIn",
    Redacted.value(toRedacted(totp)) === ""
      ? invalidTotpCode
      : Effect.flatMap(
        callAsClient(wire.signIn, { payload: { type: "totp", totp: toRedacted(totp), code: toRedacted(attemptCode) } }),
        startSessionWithIsNewUser
      )
  )
