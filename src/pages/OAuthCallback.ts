/** The page where the browser returns from a provider. */
import * as Effect from "effect/Effect"
import { redirectAfterCallback } from "../auth/oauth/callback.ts"
import { completeOnPage } from "../auth/oauth/completeCallback.ts"
import { type CallbackError, errorOf, OAuthCallbackError } from "../auth/oauth/errors.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { error, type ErrorPage } from "./ErrorPage.ts"
import { finishSignIn, type Mfa, type SignedIn } from "./finishSignIn.ts"
import type { Onboarding } from "./Onboarding.ts"
import { goTo } from "./redirects.ts"

/**
 * The sign-in failed after the browser returned.
 *
 * @category pages
 */
export interface OAuthFailed {
  readonly _tag: "OAuthFailed"
  readonly error: Exclude<CallbackError, KnownErrors.MultiFactorAuthenticationRequired>
  /** Redirects to the sign-in page. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

/**
 * The URL has no authorization response, or its flow was not started in this browser or has ended. No request was sent.
 *
 * @category pages
 */
export interface OAuthNotStarted {
  readonly _tag: "OAuthNotStarted"
  /** Redirects to the sign-in page, which redirects a signed-in user further. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

const startOver = /*#__PURE__*/ goTo("signIn")

const openWithoutFlow = /*#__PURE__*/ Effect.flatMap(
  Navigation,
  ({ page }) =>
    Effect.flatMap(
      page.url,
      (here): Effect.Effect<ErrorPage | OAuthNotStarted, never, Navigation> =>
        errorOf(here) === undefined ? Effect.succeed({ _tag: "OAuthNotStarted", startOver }) : error
    )
)

/**
 * Opens the page where the browser returns from a provider. Signs in or links the account without another step, and
 * continues to the return URL. Concurrent runs do this once. An error of the service opens `OAuthFailed`. With a service of
 * 2025 whose errors lead here, it opens the page for errors.
 */
export const oauthCallback: Effect.Effect<
  SignedIn | Mfa | Onboarding | OAuthFailed | OAuthNotStarted | ErrorPage,
  RedirectUrlNotTrusted,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "HandlerPages.oauthCallback",
  /*#__PURE__*/ Effect.suspend(() =>
    completeOnPage("page", (signedIn) => finishSignIn(signedIn, redirectAfterCallback)).pipe(
      Effect.flatMap((
        page
      ): Effect.Effect<SignedIn | Mfa | Onboarding | ErrorPage | OAuthNotStarted, never, Navigation> =>
        page === undefined ? openWithoutFlow : Effect.succeed(page)
      ),
      // The user is signed in, but the request for the restriction failed.
      Effect.catchTag("ApiError", (reason) => Effect.fail(new OAuthCallbackError({ reason }))),
      Effect.catch((error): Effect.Effect<OAuthFailed, RedirectUrlNotTrusted> =>
        error._tag === "RedirectUrlNotTrusted"
          ? Effect.fail(error)
          : Effect.succeed({ _tag: "OAuthFailed", error, startOver })
      )
    )
  )
)
