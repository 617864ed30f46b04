/**
 * What the pages for signing in and up do with a user who is signed in.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as CurrentUser from "../account/CurrentUser.ts"
import * as Project from "../account/Project.ts"
import type { ApiError } from "../call/ApiError.ts"
import { Navigation, returnTo } from "../navigation/Navigation.ts"
import { leadsBack } from "../navigation/returnTo.ts"
import type { RedirectUrlNotTrusted } from "../navigation/trust.ts"
import type { Client } from "../session/Client.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import { checkReturnTo, followOr } from "./redirects.ts"
import { type SignedOut, signOut } from "./SignOut.ts"

/**
 * Somebody is signed in who is not anonymous. The page is on its way to where they wanted to go; where the app redirects by
 * no method, the person chooses.
 *
 * @category pages
 * @since 0.1.0
 */
export interface AlreadySignedIn {
  readonly _tag: "AlreadySignedIn"
  readonly user: CurrentUser.User
  readonly goOn: Effect.Effect<void, RedirectUrlNotTrusted>
  /** Signs out, such as to sign in as somebody else. */
  readonly signOut: Effect.Effect<SignedOut, never, Client | Navigation>
}

/**
 * Opens a page for whoever is not signed in, by what the project allows; others go on.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withoutUser = <A, R>(
  open: (project: Project.Project) => Effect.Effect<A, never, R>
): Effect.Effect<A | AlreadySignedIn, ProjectNotFound | RedirectUrlNotTrusted | ApiError, R | Client | Navigation> =>
  Effect.gen(function*() {
    yield* checkReturnTo
    const user = yield* CurrentUser.get()
    if (user === null) return yield* open(yield* Project.get)
    const { page, redirectAfterSignIn, urls } = yield* Navigation
    const goOn = redirectAfterSignIn({}, { replace: true })
    // With such an address in the options, this page would redirect to itself.
    yield* followOr(yield* returnTo, leadsBack(urls, urls.afterSignIn, yield* page.url) ? Effect.void : goOn)
    return { _tag: "AlreadySignedIn", user, goOn, signOut }
  })
