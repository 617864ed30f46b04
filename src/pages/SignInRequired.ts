/**
 * What the pages have in common that need somebody who is signed in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as CurrentUser from "../account/CurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/Client.ts"
import { goAndComeBack } from "./redirects.ts"

/**
 * The pages that need somebody who is signed in.
 *
 * @category models
 * @since 0.1.0
 */
export type PrivatePage = "teamInvitation" | "cliAuthConfirm" | "accountSettings"

/**
 * Nobody is signed in, or only an anonymous user. The page is on its way to the sign-in page, which comes back here with all
 * that the address says; where the app redirects by no method, the person chooses.
 *
 * @category pages
 * @since 0.1.0
 */
export interface SignInRequired<Page extends PrivatePage = PrivatePage> {
  readonly _tag: "SignInRequired"
  readonly page: Page
  readonly signIn: Effect.Effect<void, never, Navigation>
  /** The same by the sign-up page. */
  readonly signUp: Effect.Effect<void, never, Navigation>
}

/**
 * Goes to the sign-in page, to come back to this one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const signInRequired = <Page extends PrivatePage>(
  page: Page
): Effect.Effect<SignInRequired<Page>, never, Navigation> => {
  const signIn = goAndComeBack("signIn")
  return Effect.as(signIn, { _tag: "SignInRequired", page, signIn, signUp: goAndComeBack("signUp") })
}

/**
 * Opens a page for the user who is signed in, and asks others to sign in first.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withUser = <Page extends PrivatePage, A, E, R>(
  page: Page,
  open: (user: CurrentUser.User) => Effect.Effect<A, E, R>
): Effect.Effect<A | SignInRequired<Page>, E | ApiError, R | Client | Navigation> =>
  Effect.flatMap(
    CurrentUser.get(),
    (user): Effect.Effect<A | SignInRequired<Page>, E, R | Navigation> =>
      user === null ? signInRequired(page) : open(user)
  )
