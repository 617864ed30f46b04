/**
 * What every sign-in on a page ends with: somebody is signed in and on the way to where they wanted to go, or has to give a
 * second factor first.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as auth from "../auth/mfa/Continuation.ts"
import type { SignedInOrUp } from "../auth/SignedIn.ts"
import { Navigation, returnTo } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/trust.ts"
import type { Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { followOr, goAndComeBack, goTo } from "./redirects.ts"

/**
 * Somebody has signed in. Unless the app redirects by no method, this page is on its way out.
 *
 * @category pages
 * @since 0.1.0
 */
export interface SignedIn extends SignedInOrUp {
  readonly _tag: "SignedIn"
}

/**
 * The sign-in waits for the second factor, six digits of the person's authenticator app.
 *
 * @category pages
 * @since 0.1.0
 */
export interface Mfa {
  readonly _tag: "Mfa"
  /** When it is too late to complete the sign-in, by this device's clock. */
  readonly expiresAt: Date
  /** Completes the sign-in, and goes on. After `InvalidTotpCode` another code may be given. */
  readonly complete: (totp: Redacted.Redacted<string>) => Effect.Effect<
    SignedIn,
    auth.CompleteError | RedirectUrlNotTrusted,
    Client | Navigation
  >
  /** Goes back to the sign-in page, such as to sign in as somebody else, or when it is too late. */
  readonly startOver: Effect.Effect<void, never, Client | Navigation>
}

/**
 * Makes a sign-in that waits for the second factor a page.
 *
 * @category constructors
 * @since 0.1.0
 */
export const waiting = (continuation: auth.Continuation): Mfa => ({
  _tag: "Mfa",
  expiresAt: continuation.expiresAt,
  complete: (totp) =>
    Effect.flatMap(
      continuation.complete(totp),
      (signedIn) =>
        Effect.flatMap(Navigation, ({ redirectAfterSignIn }) =>
          Effect.as(followOr(continuation.returnTo, redirectAfterSignIn(signedIn, { replace: true })), {
            _tag: "SignedIn",
            ...signedIn
          }))
    ),
  startOver: Effect.andThen(
    auth.forget,
    continuation.returnTo === undefined ? goTo("signIn") : goAndComeBack("signIn", continuation.returnTo)
  )
})

/**
 * Signs in and goes on: to where the user wanted to go, else to the page after a sign-in or a sign-up. Whoever has a second
 * factor is asked for it first, on the page `mfa`, where a reload does not matter.
 *
 * @category constructors
 * @since 0.1.0
 */
export const routed = <A extends SignedInOrUp, E, R>(
  signIn: Effect.Effect<A, E, R>,
  goOn: (signedIn: A) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (signedIn) =>
    Effect.flatMap(Navigation, ({ redirectAfterSignIn }) => redirectAfterSignIn(signedIn, { replace: true }))
): Effect.Effect<
  SignedIn | Mfa,
  Exclude<E, KnownErrors.MultiFactorAuthenticationRequired> | RedirectUrlNotTrusted,
  R | Client | Navigation
> =>
  Effect.gen(function*() {
    const result = yield* auth.orContinue(signIn, { returnTo: yield* returnTo })
    if (auth.isContinuation(result)) {
      yield* auth.keep(result)
      yield* (yield* Navigation).redirectTo("mfa", { replace: true })
      return waiting(result)
    }
    // Whoever had begun to sign in before, in this tab, is not asked for a second factor any more.
    yield* auth.forget
    yield* goOn(result)
    const { isNewUser, tokens, userId } = result
    return { _tag: "SignedIn", isNewUser, tokens, userId }
  })
