/**
 * Where a flow leads when it has ended.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { trace } from "../../call/trace.ts"
import { Navigation } from "../../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../../navigation/sameOrigin.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import type { Client } from "../../session/Client.ts"
import { InvalidTotpCode } from "../../wire/KnownErrors.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { orAsk } from "../mfa/prompt.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { completeOnPage } from "./ending.ts"
import { type CallbackFailure, OAuthCallbackError } from "./failure.ts"
import { pathWithin } from "./url.ts"

/**
 * Redirects to where the user of a flow that has succeeded wanted to go: to the page that the flow was begun with, else to
 * what `after_auth_return_to` says, else to the app's page `afterSignUp` for a user who is new, or `afterSignIn`.
 *
 * An address that leads away from the app is a `RedirectUrlNotTrusted`; the user is signed in all the same.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectAfterCallback: (
  signedIn: SignedInOrUp & { readonly afterCallbackRedirectUrl?: string | null | undefined }
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = ({ afterCallbackRedirectUrl: target, isNewUser }) =>
  Effect.flatMap(Navigation, ({ page, redirect, redirectAfterSignIn }) =>
    target
      ? Effect.flatMap(page.url, (here) => redirect(pathWithin(target, here) ?? target, { replace: true }))
      : redirectAfterSignIn({ isNewUser }, { replace: true }))

/**
 * Ends a flow like `callback`, asks for the second factor like `Mfa.orAsk` where the service demands it, and redirects like
 * `redirectAfterCallback`: all that the app's page `oauthCallback` has to do. However often the page shows itself, the user is
 * asked once and led away once.
 *
 * A user who gives a wrong second factor, or none, has to sign in again: `InvalidTotpCode` says so. A program that wants to
 * ask otherwise, or again, uses `callback` with `Mfa.orContinue`, and `redirectAfterCallback` in the end.
 *
 * @category signing in
 * @since 0.1.0
 */
export const callbackAndRedirect: Effect.Effect<
  SignedInOrUp | undefined,
  | Exclude<CallbackFailure, KnownErrors.MultiFactorAuthenticationRequired>
  | KnownErrors.VerificationCodeError
  | KnownErrors.InvalidTotpCode
  | HostUnavailable
  | RedirectUrlNotTrusted,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "OAuth.callbackAndRedirect",
  /*#__PURE__*/ completeOnPage("callbackAndRedirect", (signedIn) =>
    orAsk(signedIn).pipe(
      Effect.catchTags({
        ApiError: (reason) => Effect.fail(new OAuthCallbackError({ reason })),
        InvalidTotpCode: () =>
          Effect.fail(
            new InvalidTotpCode({ message: "Invalid TOTP code. Please try signing in again.", details: {} })
          )
      }),
      Effect.tap(redirectAfterCallback)
    ))
)
