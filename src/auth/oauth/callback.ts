/** The callback page: the end of a flow, where the browser returns with an authorization response. */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { trace } from "../../call/trace.ts"
import { Navigation } from "../../navigation/Navigation.ts"
import { type RedirectUrlNotTrusted, toAppPath } from "../../navigation/sameOrigin.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import type { Client } from "../../session/ClientService.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { InvalidTotpCode } from "../../wire/KnownErrors.ts"
import { orAsk } from "../mfa/prompt.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { completeAt, completeOnPage } from "./completeCallback.ts"
import { type CallbackError, OAuthCallbackError } from "./errors.ts"
import type { SignedInWithProvider } from "./exchange.ts"

/**
 * Completes a flow on the current page, the app's page `oauthCallback`, and returns the signed-in user. Returns `undefined`
 * if the URL has no response, or if its flow was not started in this browser or has already ended.
 *
 * The response is removed from the URL and the flow is forgotten before any request. Concurrent runs share one exchange and
 * its result. If the effect is interrupted, no user is signed in. A page that runs it again within five seconds, as React's
 * strict mode does, resumes the same flow. Both runs need the same `Client`: build its layer once.
 *
 * For a user with TOTP, this fails with `MultiFactorAuthenticationRequired`. It does not redirect: use
 * `redirectAfterCallback` afterwards, or `callbackAndRedirect` instead.
 */
export const callback: Effect.Effect<
  SignedInWithProvider | undefined,
  CallbackError,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "OAuth.callback",
  /*#__PURE__*/ completeOnPage("callback", identity)
)

/**
 * Completes a flow like `callback`, with a given callback URL. For apps that open a browser and receive the URL that it
 * returned to. The flow must have started with that URL, or with `redirectUri`.
 *
 * **Example** (An app that is opened by a link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * declare const openBrowser: (url: string) => Effect.Effect<string>
 *
 * const signIn = OAuth.start({ provider: "github", redirectUri: "com.example.app://signed-in" }).pipe(
 *   Effect.flatMap((url) => openBrowser(Redacted.value(url))),
 *   Effect.flatMap(OAuth.callbackAt)
 * )
 * ```
 */
export const callbackAt = (
  address: string,
  options?: { readonly redirectUri?: string | undefined }
): Effect.Effect<SignedInWithProvider | undefined, CallbackError, Client | Cookies> =>
  trace("OAuth.callbackAt", completeAt(address, options?.redirectUri, "callback", identity))

/**
 * Redirects after a completed flow. The first of these applies: the flow's `afterCallbackRedirectUrl`, the query
 * parameter `after_auth_return_to`, and the app's page `afterSignUp` for a new user or `afterSignIn` for others.
 *
 * Fails with `RedirectUrlNotTrusted` for a URL outside the app. The user is signed in nevertheless.
 */
export const redirectAfterCallback = (
  { afterCallbackRedirectUrl: target, isNewUser }: SignedInOrUp & {
    readonly afterCallbackRedirectUrl?: string | null | undefined
  }
): Effect.Effect<void, RedirectUrlNotTrusted, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirect, redirectAfterSignIn }) =>
    target
      ? Effect.flatMap(page.url, (here) => redirect(toAppPath(target, here) ?? target, { replace: true }))
      : redirectAfterSignIn({ isNewUser }, { replace: true }))

/** Errors from `callbackAndRedirect`. */
export type CallbackAndRedirectError =
  | Exclude<CallbackError, KnownErrors.MultiFactorAuthenticationRequired>
  | KnownErrors.VerificationCodeError
  | KnownErrors.InvalidTotpCode
  | HostUnavailable
  | RedirectUrlNotTrusted

/**
 * Completes a flow like `callback`, prompts for the second factor like `Mfa.orAsk` if required, and redirects like
 * `redirectAfterCallback`. The app's page `oauthCallback` needs no other call. Concurrent runs prompt and redirect once.
 *
 * After a wrong or missing second factor, it fails with `InvalidTotpCode`, and the user has to sign in again. To allow
 * another attempt, use `callback` with `Mfa.orContinue`, and then `redirectAfterCallback`.
 */
export const callbackAndRedirect: Effect.Effect<
  SignedInOrUp | undefined,
  CallbackAndRedirectError,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "OAuth.callbackAndRedirect",
  /*#__PURE__*/ completeOnPage("callbackAndRedirect", (signedIn) =>
    orAsk(signedIn).pipe(
      Effect.catchTags({
        ApiError: (reason) => Effect.fail(new OAuthCallbackError({ reason })),
        InvalidTotpCode: () => Effect.fail(new InvalidTotpCode({ message: "Wrong code. Sign in again.", details: {} }))
      }),
      Effect.tap(redirectAfterCallback)
    ))
)
