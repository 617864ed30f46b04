/** The sign-out that ends on another page. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Navigation } from "../navigation/Navigation.ts"
import { pageAt } from "../navigation/Urls.ts"
import { resolve } from "../platform/urlParameters.ts"
import { Client } from "../session/ClientService.ts"
import { runningSignOuts } from "./runningSignOuts.ts"
import * as Session from "./Session.ts"

/** The sign-out's result. */
export interface SignOutResult {
  /**
   * The error from the request that ends the session. The client has removed the session, but its refresh token is still valid
   * at the service.
   */
  readonly revocationError: Session.SignOutError | undefined
}

/**
 * Signs out, and redirects to the page `afterSignOut`. Succeeds also if no user is signed in or the request fails.
 *
 * The sign-out and the redirect continue if the caller is interrupted: an app may remove the caller as soon as no user is
 * signed in. React's `useUser({ or: "redirect" })` does not redirect before this has ended. If `afterSignOut` is the page
 * that signs out, no redirect happens, because it would never end.
 */
export const signOutAndRedirect: Effect.Effect<SignOutResult, never, Client | Navigation> = /*#__PURE__*/ Effect.gen(
  function*() {
    const { session } = yield* Client
    const { page, redirectTo, urls } = yield* Navigation
    const here = yield* page.url
    const ended = yield* Deferred.make<void>()
    runningSignOuts.set(session, (redirect, wait) =>
      Effect.andThen(
        Deferred.await(ended),
        Effect.flatMap(page.url, (url) =>
          resolve(urls.afterSignOut, here)?.href === here ? redirect : url === here ? wait : Effect.void)
      ))
    const fiber = yield* Effect.forkDetach(
      Session.signOut.pipe(
        Effect.match({
          onFailure: (revocationError) => ({ revocationError }),
          onSuccess: () => ({ revocationError: undefined })
        }),
        Effect.tap(() =>
          pageAt(urls, urls.afterSignOut) === "signOut" ? Effect.void : redirectTo("afterSignOut", { replace: true })
        ),
        Effect.ensuring(Effect.suspend(() => {
          runningSignOuts.delete(session)
          return Deferred.succeed(ended, undefined)
        }))
      ),
      { startImmediately: true }
    )
    return yield* Fiber.join(fiber)
  }
)
