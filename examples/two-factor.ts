/**
 * Two-factor sign-ins that survive a reload, work for all sign-in methods, and return to the page that the user came
 * from.
 *
 * The first factor can be entered on any page of the app; the second factor has its own page. Between the two, the
 * browser may load any number of pages: the continuation is kept in the tab's session storage for five minutes.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Mfa, Navigation, type SignedInOrUp } from "latchkey"

/** The page for the six-digit code. */
export const totpPage = "/second-factor"

/**
 * Runs a sign-in, such as `Password.signIn`, `MagicLink.signIn`, `Passkey.signIn` or `OAuth.callback`. Redirects to the
 * page of the second factor if the user has one.
 */
export const runSignIn = <A extends Partial<SignedInOrUp>, E, R>(signIn: Effect.Effect<A | undefined, E, R>) =>
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

/** Returns the initial text of the page of the second factor. */
export const describeTotpPage = Effect.map(
  Mfa.restore,
  (kept) => kept === undefined ? "Sign in first." : "Enter the code from your authenticator app."
)

/** Completes the sign-in with a code, and returns the message to show. */
export const completeSignIn = (totp: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const continuation = yield* Mfa.restore
    if (continuation === undefined) return "Your sign-in has expired. Sign in again."
    const signedIn = yield* continuation.complete(totp)
    const { redirect, redirectAfterSignIn } = yield* Navigation.Navigation
    const redirectToDefault = redirectAfterSignIn(signedIn)
    // A redirect to an untrusted URL falls back to the default page.
    yield* continuation.returnTo === undefined
      ? redirectToDefault
      : Effect.catchTag(redirect(continuation.returnTo), "RedirectUrlNotTrusted", () => redirectToDefault)
    return "Welcome back!"
  }).pipe(
    Effect.catchTags({
      InvalidTotpCode: ({ message }) => Effect.succeed(message),
      VerificationCodeMaxAttemptsReached: () => Effect.succeed("Too many attempts. Sign in again.")
    })
  )
