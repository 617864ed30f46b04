/**
 * The end of every sign-in on a page. The user continues to the return URL, enters a second factor first, or is restricted
 * and redirected to the page `onboarding`.
 */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import * as CurrentUser from "../account/getCurrentUser.ts"
import type { CompleteError } from "../auth/mfa/Continuation.ts"
import type { SignedInOrUp } from "../auth/startSession.ts"
import { forget, mfaKind } from "../auth/stepTexts.ts"
import type { ApiError } from "../call/ApiError.ts"
import { Navigation, returnTo } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type { Client } from "../session/ClientService.ts"
import { claimsRestriction } from "../session/restriction.ts"
import { MultiFactorAuthenticationRequired } from "../wire/KnownErrors.ts"
import { loadSteps } from "./loadSteps.ts"
import type { Onboarding } from "./Onboarding.ts"
import { recordSignIn } from "./recentSignIn.ts"
import { goTo, redirectAndReturn } from "./redirects.ts"
import { restoreStep } from "./restoreStep.ts"

/**
 * The user is signed in. The page redirects, unless the app's redirect method is `none`.
 *
 * @category pages
 */
export interface SignedIn extends SignedInOrUp {
  readonly _tag: "SignedIn"
}

/**
 * The sign-in waits for the second factor: six digits from the user's authenticator app.
 *
 * @category pages
 */
export interface Mfa {
  readonly _tag: "Mfa"
  /** When the sign-in expires, by this device's clock. */
  readonly expiresAt: Date
  /** Completes the sign-in, and continues to the return URL. After `InvalidTotpCode` the user can try again. */
  readonly complete: (totp: Secret) => Effect.Effect<
    SignedIn | Onboarding,
    CompleteError | RedirectUrlNotTrusted,
    Client | Navigation
  >
  /** Redirects to the sign-in page, for example to use another account. */
  readonly startOver: Effect.Effect<void, never, Client | Navigation>
}

/**
 * Signs in, and continues to the return URL or to the page after a sign-in or sign-up. A user with TOTP is redirected to the
 * page `mfa`, which survives a reload. A restricted user is redirected to the page `onboarding`.
 */
export const finishSignIn = <
  A extends SignedInOrUp & { readonly afterCallbackRedirectUrl?: string | null | undefined },
  E,
  R
>(
  signIn: Effect.Effect<A, E, R>,
  proceed: (signedIn: A) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (signedIn) =>
    Effect.flatMap(Navigation, ({ redirectAfterSignIn }) => redirectAfterSignIn(signedIn, { replace: true }))
): Effect.Effect<
  SignedIn | Mfa | Onboarding,
  Exclude<E, MultiFactorAuthenticationRequired> | RedirectUrlNotTrusted | ApiError,
  R | Client | Navigation
> =>
  Effect.gen(function*() {
    const target = yield* returnTo
    const result = yield* Effect.catch(signIn, (error): Effect.Effect<
      Mfa,
      Exclude<E, MultiFactorAuthenticationRequired> | ApiError,
      Client | Navigation
    > =>
      error instanceof MultiFactorAuthenticationRequired
        ? Effect.flatMap(loadSteps, ({ awaitSecondFactor }) => awaitSecondFactor(error, target))
        // Sound: the excluded error was handled above.
        : Effect.fail(error as Exclude<E, MultiFactorAuthenticationRequired>))
    if (isMfa(result)) return result
    // Discards an earlier sign-in of this tab that was waiting for its second factor.
    yield* forget(mfaKind)
    const { afterCallbackRedirectUrl, isNewUser, tokens, userId } = result
    return yield* continueSignedIn({ isNewUser, tokens, userId }, afterCallbackRedirectUrl || target, proceed(result))
  })

/** Restores a sign-in that waited for the second factor before a reload, while it is valid. */
export const restoreMfa: Effect.Effect<Mfa | undefined, never, Client> = /*#__PURE__*/ restoreStep(
  mfaKind,
  ({ restoreMfa }) => restoreMfa
)

const isMfa = (value: object): value is Mfa => "_tag" in value && value._tag === "Mfa"

/** Redirects a restricted user to the page `onboarding`, which continues to the target, and runs `proceed` for other users. */
export const continueSignedIn = (
  signedIn: SignedInOrUp,
  target: string | undefined,
  proceed: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
): Effect.Effect<SignedIn | Onboarding, RedirectUrlNotTrusted | ApiError, Client | Navigation> =>
  Effect.gen(function*() {
    const { isNewUser, tokens, userId } = signedIn
    yield* recordSignIn(signedIn)
    if (claimsRestriction(tokens.accessToken)) {
      const user = yield* CurrentUser.get({ includeRestricted: true })
      if (user !== null && isRestricted(user)) {
        const { urls } = yield* Navigation
        const back = target ?? (isNewUser && urls.afterSignUp !== urls.afterSignIn ? urls.afterSignUp : undefined)
        yield* back === undefined ? goTo("onboarding") : redirectAndReturn("onboarding", back)
        return (yield* loadSteps).makeOnboarding(user)
      }
    }
    yield* proceed
    return { _tag: "SignedIn", isNewUser, tokens, userId }
  })
