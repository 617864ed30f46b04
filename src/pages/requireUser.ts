/** The guard of the pages that need a signed-in user. */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import * as CurrentUser from "../account/getCurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import { type Onboarding, redirectToOnboarding } from "./Onboarding.ts"
import { type PrivatePage, redirectToSignIn, type SignInRequired } from "./SignInRequired.ts"

/**
 * Opens a page for the signed-in user. Redirects a visitor to the sign-in page and back, and a restricted user to the page
 * `onboarding` and back.
 */
export const requireUser = <Page extends PrivatePage, A, E, R>(
  page: Page,
  open: (user: CurrentUser.User) => Effect.Effect<A, E, R>
): Effect.Effect<A | SignInRequired<Page> | Onboarding, E | ApiError, R | Client | Navigation> =>
  Effect.flatMap(
    CurrentUser.get({ includeRestricted: true }),
    (user): Effect.Effect<A | SignInRequired<Page> | Onboarding, E, R | Navigation> =>
      user === null ? redirectToSignIn(page) : isRestricted(user) ? redirectToOnboarding(user) : open(user)
  )
