/**
 * Sign-ins with a second factor that survive a reload, by whatever way in, and that end where the user wanted to go.
 *
 * The first factor is given on any page of the app, the second on a page of its own. Between the two the browser may load as
 * many pages as it likes: what is left of the sign-in waits in the tab's session storage for five minutes.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Mfa, Navigation, type SignedInOrUp } from "latchkey"

/** The page that asks for the six digits. */
export const totpPage = "/second-factor"

/** What every page does with a sign-in, such as `Password.signIn`, `MagicLink.signIn`, `Passkey.signIn` or `OAuth.callback`. */
export const first = <A extends Partial<SignedInOrUp>, E, R>(signIn: Effect.Effect<A | undefined, E, R>) =>
  Effect.gen(function*() {
    const result = yield* Mfa.orContinue(signIn, { returnTo: yield* Navigation.returnTo })
    if (result === undefined) return
    const { redirect, redirectAfterSignIn } = yield* Navigation.Navigation
    if (Mfa.isContinuation(result)) {
      yield* Mfa.keep(result)
      yield* redirect(totpPage)
    } else {
      yield* redirectAfterSignIn(result)
    }
  })

/** What the page of the second factor shows when it begins. */
export const begin = Effect.map(Mfa.restore, (kept) => kept === undefined ? "Please sign in." : "The code of your app:")

/** What that page does with the digits; a text to show is returned. */
export const second = (totp: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const continuation = yield* Mfa.restore
    if (continuation === undefined) return "That took too long. Please sign in again."
    const signedIn = yield* continuation.complete(totp)
    const { redirect, redirectAfterSignIn } = yield* Navigation.Navigation
    const proceed = redirectAfterSignIn(signedIn)
    // An address that leads out of the app was not the user's wish.
    yield* continuation.returnTo === undefined
      ? proceed
      : Effect.catchTag(redirect(continuation.returnTo), "RedirectUrlNotTrusted", () => proceed)
    return "Welcome back!"
  }).pipe(
    Effect.catchTags({
      InvalidTotpCode: ({ message }) => Effect.succeed(message),
      VerificationCodeMaxAttemptsReached: () => Effect.succeed("That was tried too often. Please sign in again.")
    })
  )
