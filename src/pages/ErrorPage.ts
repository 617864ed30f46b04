/**
 * The page that the service leads a browser to when a sign-in with a provider has failed.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type ErrorCode, errorOf } from "../auth/oauth/error.ts"
import { traced } from "../call/traced.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { goTo } from "./redirects.ts"

/**
 * Something went wrong at a provider. Of the address only the code counts, and only one that is known here: anybody may have
 * written the rest.
 *
 * @category pages
 * @since 0.1.0
 */
export interface ErrorPage {
  readonly _tag: "ErrorPage"
  readonly code: ErrorCode | undefined
  /** What to tell the user. Never a text of the address. */
  readonly text: string
  /** Goes to the sign-in page, which sends on whoever is signed in. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

/**
 * Opens the page for errors. Sends nothing.
 *
 * @category opening
 * @since 0.1.0
 */
export const error: Effect.Effect<ErrorPage, never, Navigation> = /*#__PURE__*/ traced(
  "HandlerPages.error",
  /*#__PURE__*/ Effect.flatMap(Navigation, ({ page }) =>
    Effect.map(page.url, (here) => ({
      _tag: "ErrorPage",
      ...errorOf(here) ?? { code: undefined, text: "Something went wrong. Please try again." },
      startOver: goTo("signIn")
    })))
)
