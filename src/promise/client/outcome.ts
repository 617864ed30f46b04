/** A sign-in's outcome. A required second factor is data, so a program that forgets it does not compile. */
import * as Effect from "effect/Effect"
import * as Mfa from "../../auth/mfa/Continuation.ts"
import { emailCodeKind, forget, mfaKind } from "../../auth/stepTexts.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import type { MakeCall } from "../makeCall.ts"
import type { Call, CallOptions } from "../Result.ts"
import type { Services } from "./Services.ts"

/** The user is signed in. */
export interface SignedIn {
  readonly status: "signed-in"
  readonly userId: string
  /** `true` if this sign-in created the user. */
  readonly isNewUser: boolean
}

/**
 * The first factor is correct. The user has a second one, and is not signed in yet.
 *
 * The page keeps it for five minutes: after a reload, `auth.signIn.pending()` returns it.
 */
export interface SecondFactor {
  readonly status: "second-factor"
  readonly expiresAt: Date
  /** Completes the sign-in with the authenticator app's six digits. After `INVALID_TOTP_CODE`, the user can try again. */
  readonly verify: (code: string, options?: CallOptions) => Call<SignedIn, Mfa.CompleteError>
}

/** A sign-in's outcome. */
export type SignInOutcome = SignedIn | SecondFactor

/** The errors of a sign-in's effect, without the required second factor, which is data. */
export type FirstFactorError<E> = Exclude<E, KnownErrors.MultiFactorAuthenticationRequired>

/** @internal */
export const toSignedIn = ({ isNewUser = false, userId }: {
  readonly userId: string
  readonly isNewUser?: boolean | undefined
}): SignedIn => ({ status: "signed-in", userId, isNewUser })

/** @internal */
export const toSecondFactor = (call: MakeCall<Services>, continuation: Mfa.Continuation): SecondFactor => {
  const verify: SecondFactor["verify"] = (code, options) =>
    call(Effect.map(continuation.complete(code), toSignedIn), options?.signal, verify)
  return { status: "second-factor", expiresAt: continuation.expiresAt, verify }
}

/** Converts a sign-in. Keeps a required second factor for the tab. @internal */
export const toOutcome = <A extends Parameters<typeof toSignedIn>[0], E, R>(
  call: MakeCall<Services>,
  signIn: Effect.Effect<A, E, R>
): Effect.Effect<SignInOutcome, FirstFactorError<E>, R | Services> =>
  Effect.flatMap(
    Mfa.orContinue(signIn),
    (result): Effect.Effect<SignInOutcome, never, Services> =>
      Mfa.isContinuation(result)
        ? Effect.as(Effect.andThen(forgetSteps, Mfa.keep(result)), toSecondFactor(call, result))
        : Effect.as(forgetSteps, toSignedIn(result))
  )

/** Forgets the steps of other sign-ins, which this one replaces. @internal */
export const forgetSteps: Effect.Effect<void, never, Services> = /*#__PURE__*/ Effect.andThen(
  /*#__PURE__*/ forget(mfaKind),
  /*#__PURE__*/ forget(emailCodeKind)
)
