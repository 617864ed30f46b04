/**
 * What the pages share that need a signed-in user.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Navigation } from "../navigation/Navigation.ts"
import { redirectAndReturn } from "./redirects.ts"

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
export const redirectToSignIn = <Page extends PrivatePage>(
  page: Page
): Effect.Effect<SignInRequired<Page>, never, Navigation> => {
  const signIn = redirectAndReturn("signIn")
  return Effect.as(signIn, { _tag: "SignInRequired", page, signIn, signUp: redirectAndReturn("signUp") })
}
