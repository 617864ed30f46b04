/** The sign-in and sign-up pages for users who are already signed in. */
import * as Effect from "effect/Effect"
import type * as CurrentUser from "../account/CurrentUser.ts"
import { Navigation, returnTo } from "../navigation/Navigation.ts"
import { leadsBack } from "../navigation/returnTo.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import { redirectOr } from "./redirects.ts"
import { type SignedOut, signOut } from "./SignOut.ts"

/**
 * A user is signed in who is neither anonymous nor restricted. The page redirects to the return URL. If the app's redirect
 * method is `none`, the user chooses.
 *
 * @category pages
 */
export interface AlreadySignedIn {
  readonly _tag: "AlreadySignedIn"
  readonly user: CurrentUser.User
  readonly proceed: Effect.Effect<void, RedirectUrlNotTrusted>
  /** Signs out, for example to use another account. */
  readonly signOut: Effect.Effect<SignedOut, never, Client | Navigation>
}

/** Redirects a signed-in user to the return URL. */
export const redirectSignedIn = (
  user: CurrentUser.User
): Effect.Effect<AlreadySignedIn, RedirectUrlNotTrusted, Navigation> =>
  Effect.gen(function*() {
    const { page, redirectAfterSignIn, urls } = yield* Navigation
    const proceed = redirectAfterSignIn({}, { replace: true })
    // If `afterSignIn` is this page, it would redirect to itself.
    yield* redirectOr(yield* returnTo, leadsBack(urls, urls.afterSignIn, yield* page.url) ? Effect.void : proceed)
    return { _tag: "AlreadySignedIn", user, proceed, signOut }
  })
