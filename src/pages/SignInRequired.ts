/**
 * What the pages share that need a signed-in user.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import * as CurrentUser from "../account/CurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/Client.ts"
import { type Onboarding, toOnboarding } from "./Onboarding.ts"
import { goAndComeBack } from "./redirects.ts"

/**
 * The pages that need a signed-in user.
 *
 * @category models
 * @since 0.1.0
 */
export type PrivatePage = "teamInvitation" | "cliAuthConfirm" | "accountSettings" | "onboarding"

/**
 * No user is signed in, or only an anonymous one. The page is on its way to the sign-in page, which leads back to the whole
 * address of this page; if the app's redirect method is `none`, the user chooses.
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
 * Opens a page for the user who is signed in. Asks a visitor to sign in first, and leads a restricted user to the page
 * `onboarding` and back.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withUser = <Page extends PrivatePage, A, E, R>(
  page: Page,
  open: (user: CurrentUser.User) => Effect.Effect<A, E, R>
): Effect.Effect<A | SignInRequired<Page> | Onboarding, E | ApiError, R | Client | Navigation> =>
  Effect.flatMap(
    CurrentUser.get({ includeRestricted: true }),
    (user): Effect.Effect<A | SignInRequired<Page> | Onboarding, E, R | Navigation> =>
      user === null ? signInRequired(page) : isRestricted(user) ? toOnboarding(user) : open(user)
  )
