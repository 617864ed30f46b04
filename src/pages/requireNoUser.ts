/** The guard of the sign-in and sign-up pages. */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import { fetchUserOrNull } from "../account/fetchUser.ts"
import * as Project from "../account/Project.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import type { AlreadySignedIn } from "./AlreadySignedIn.ts"
import type { SignedIn } from "./finishSignIn.ts"
import { loadSteps } from "./loadSteps.ts"
import type { Onboarding } from "./Onboarding.ts"
import { checkReturnTo, goTo } from "./redirects.ts"

/**
 * Opens a page for visitors, with the project's settings. Redirects a restricted user to the page `onboarding`, and any
 * other user to the return URL. A user who has just signed in on a page is not `AlreadySignedIn`.
 */
export const requireNoUser = <A, R>(
  open: (project: Project.Project) => Effect.Effect<A, never, R>
): Effect.Effect<
  A | AlreadySignedIn | SignedIn | Onboarding,
  ProjectNotFound | RedirectUrlNotTrusted | ApiError,
  R | Client | Navigation
> =>
  Effect.gen(function*() {
    yield* checkReturnTo
    const user = yield* trace("CurrentUser.get", fetchUserOrNull)
    if (user === null || user.isAnonymous) return yield* open(yield* Project.get)
    const { makeOnboarding, recentSignIn, redirectSignedIn } = yield* loadSteps
    if (!isRestricted(user)) {
      const alreadySignedIn = yield* redirectSignedIn(user)
      const signedIn = yield* recentSignIn(user.id)
      return signedIn === undefined ? alreadySignedIn : { _tag: "SignedIn" as const, ...signedIn }
    }
    yield* goTo("onboarding")
    return makeOnboarding(user)
  })
