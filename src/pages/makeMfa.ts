/** The page of a sign-in that waits for the second factor. */
import * as Effect from "effect/Effect"
import * as auth from "../auth/mfa/Continuation.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import type { MultiFactorAuthenticationRequired } from "../wire/KnownErrors.ts"
import { continueSignedIn, type Mfa } from "./finishSignIn.ts"
import { goTo, redirectAndReturn, redirectOr } from "./redirects.ts"

/** Creates the page of a sign-in that waits for the second factor. */
export const makeMfa = (continuation: auth.Continuation): Mfa => ({
  _tag: "Mfa",
  expiresAt: continuation.expiresAt,
  complete: (totp) =>
    Effect.flatMap(
      continuation.complete(totp),
      (signedIn) =>
        continueSignedIn(
          signedIn,
          continuation.returnTo,
          Effect.flatMap(
            Navigation,
            ({ redirectAfterSignIn }) =>
              redirectOr(continuation.returnTo, redirectAfterSignIn(signedIn, { replace: true }))
          )
        )
    ),
  startOver: Effect.andThen(
    auth.forget,
    continuation.returnTo === undefined ? goTo("signIn") : redirectAndReturn("signIn", continuation.returnTo)
  )
})

/** Restores a sign-in that waited for the second factor before a reload. */
export const restoreMfa: Effect.Effect<Mfa | undefined, never, Client> = /*#__PURE__*/ Effect.map(
  auth.restore,
  (continuation) => continuation && makeMfa(continuation)
)

/** Stores a sign-in that requires the second factor, and redirects to the page `mfa`. */
export const awaitSecondFactor = (
  error: MultiFactorAuthenticationRequired,
  returnTo: string | undefined
): Effect.Effect<Mfa, never, Client | Navigation> =>
  Effect.gen(function*() {
    const continuation = yield* auth.orContinue(Effect.fail(error), { returnTo })
    yield* auth.keep(continuation)
    yield* (yield* Navigation).redirectTo("mfa", { replace: true })
    return makeMfa(continuation)
  })
