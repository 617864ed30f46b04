/** The page that the service redirects to when a sign-in with a provider has failed. */
import * as Effect from "effect/Effect"
import { type ErrorCode, errorOf } from "../auth/oauth/errors.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { goTo } from "./redirects.ts"

/**
 * A sign-in with a provider failed. Only known codes are returned, because any site can link to this page with any query.
 *
 * @category pages
 */
export interface ErrorPage {
  readonly _tag: "ErrorPage"
  /** `undefined` for an unknown code, and without one. */
  readonly code: ErrorCode | undefined
  /** Redirects to the sign-in page, which redirects a signed-in user further. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

/** Opens the page for errors. Sends no request. */
export const error: Effect.Effect<ErrorPage, never, Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.error",
  /*#__PURE__*/ Effect.flatMap(Navigation, ({ page }) =>
    Effect.map(page.url, (here) => ({
      _tag: "ErrorPage",
      code: errorOf(here)?.code,
      startOver: goTo("signIn")
    })))
)
