/** The result of pages that need a signed-in user, without one. */
import * as Effect from "effect/Effect"
import type { Navigation } from "../navigation/Navigation.ts"
import { redirectAndReturn } from "./redirects.ts"

/** The pages that need a signed-in user. */
export type PrivatePage =
  | "teamInvitation"
  | "cliAuthConfirm"
  | "agentConsent"
  | "accountSettings"
  | "teamSettings"
  | "onboarding"

/**
 * No user is signed in, or only an anonymous one. The page redirects to the sign-in page, which returns to the current URL.
 * If the app's redirect method is `none`, the user chooses.
 *
 * @category pages
 */
export interface SignInRequired<Page extends PrivatePage = PrivatePage> {
  readonly _tag: "SignInRequired"
  readonly page: Page
  readonly signIn: Effect.Effect<void, never, Navigation>
  /** Redirects to the sign-up page, which returns to the current URL. */
  readonly signUp: Effect.Effect<void, never, Navigation>
}

/** Redirects to the sign-in page, which returns to this page. */
export const redirectToSignIn = <Page extends PrivatePage>(
  page: Page
): Effect.Effect<SignInRequired<Page>, never, Navigation> => {
  const signIn = redirectAndReturn("signIn")
  return Effect.as(signIn, { _tag: "SignInRequired", page, signIn, signUp: redirectAndReturn("signUp") })
}
