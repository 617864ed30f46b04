/** The question to sign in again before a sensitive action. It has the methods that the user has. The app renders the forms. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { fetchUserOrNull } from "../account/fetchUser.ts"
import * as Project from "../account/Project.ts"
import * as Reverification from "../account/Reverification.ts"
import { type UserNotSignedIn, userNotSignedIn } from "../account/UserNotSignedIn.ts"
import * as EmailCode from "../auth/EmailCode.ts"
import * as Mfa from "../auth/mfa/Continuation.ts"
import { callbackAt } from "../auth/oauth/callback.ts"
import type { CallbackError } from "../auth/oauth/errors.ts"
import * as OAuth from "../auth/oauth/start.ts"
import * as Passkey from "../auth/passkey/ceremony.ts"
import { isSupported } from "../auth/passkey/support.ts"
import * as Password from "../auth/Password.ts"
import type { SignedIn } from "../auth/startSession.ts"
import { forget } from "../auth/stepTexts.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import { TabStorage } from "../platform/TabStorage.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { User } from "../wire/users.ts"
import { findReturn, returnKind, toReturnUrl } from "./reverifyReturn.ts"

/**
 * The user has signed in again.
 *
 * @category pages
 */
export interface Reverified {
  readonly _tag: "Reverified"
}

/**
 * The first factor was correct. The user enters the second one.
 *
 * @category pages
 */
export interface ReverifySecondFactor {
  readonly _tag: "ReverifySecondFactor"
  /** Signs in with six digits from the authenticator app. After `InvalidTotpCode` the user can try again. */
  readonly complete: (totp: Secret) => ReverifyStep<Mfa.CompleteError, Reverified>
}

/**
 * An email was sent to the user. The user enters its six characters.
 *
 * @category pages
 */
export interface ReverifyCodeSent {
  readonly _tag: "ReverifyCodeSent"
  readonly email: string
  /** After `VerificationCodeNotFound` the user can try again. */
  readonly signIn: (typed: Secret) => ReverifyStep<FirstFactorError<EmailCode.SignInError>>
  readonly sendAgain: SendReverificationCode
}

type FirstFactorError<E> = Exclude<E, KnownErrors.MultiFactorAuthenticationRequired>

/** A step of {@link Reverify}, with its own errors and those of `Reverification.signIn`. */
export type ReverifyStep<E, A = Reverified | ReverifySecondFactor> = Effect.Effect<
  A,
  E | Reverification.SignInError,
  Client
>

type SendReverificationCode = Effect.Effect<ReverifyCodeSent, EmailCode.SendError, Client | Navigation>

/**
 * The user signs in again. A method that the user does not have, or that the project has not enabled, is `undefined`.
 *
 * @category pages
 */
export interface Reverify {
  readonly _tag: "Reverify"
  readonly user: User
  readonly password:
    | ((typed: { readonly password: Secret }) => ReverifyStep<FirstFactorError<Password.SignInError>>)
    | undefined
  /** Emails a code to the user's primary address. */
  readonly emailCode: SendReverificationCode | undefined
  /** `undefined` also if the host does not support passkeys. */
  readonly passkey: ReverifyStep<FirstFactorError<Passkey.SignInError>> | undefined
  /** The providers of the user's accounts. */
  readonly providers: ReadonlyArray<ReverifyProvider>
}

/** A provider with which the user can sign in again. */
export interface ReverifyProvider {
  /** The provider, such as `github`. */
  readonly id: string
  /** Leaves the page, and returns to it. `completeReverification` ends the sign-in there. */
  readonly signIn: Effect.Effect<void, OAuth.StartError, Client | Navigation | Cookies>
}

const reverified: Reverified = { _tag: "Reverified" }

/** Ends a sign-in, or waits for the second factor. */
const finish = <E, R>(
  signIn: Effect.Effect<SignedIn, E, R>
): Effect.Effect<
  Reverified | ReverifySecondFactor,
  FirstFactorError<E> | Reverification.SignInError,
  Exclude<R, Client> | Client
> =>
  Effect.map(
    // Sound: the second error type is the first one, since none of the others is excluded.
    Mfa.orContinue(Reverification.signIn(signIn)),
    (result) => Mfa.isContinuation(result) ? makeSecondFactor(result) : reverified
  ) as ReturnType<typeof finish<E, R>>

const makeSecondFactor = (continuation: Mfa.Continuation): ReverifySecondFactor => ({
  _tag: "ReverifySecondFactor",
  complete: (totp) => Effect.as(Reverification.signIn(continuation.complete(totp)), reverified)
})

const sendCode = (email: string): SendReverificationCode =>
  Effect.map(EmailCode.send({ email }), (sent) => ({
    _tag: "ReverifyCodeSent",
    email,
    signIn: (typed) => finish(sent.signIn(typed)),
    sendAgain: sendCode(email)
  }))

/** Errors from {@link reverify}. */
export type ReverifyError = UserNotSignedIn | Project.GetError

/** Opens the question for the current user, with the methods that the user has. Fails with `UserNotSignedIn` without one. */
export const reverify: Effect.Effect<Reverify, ReverifyError, Client> = /*#__PURE__*/ trace(
  "HandlerPages.reverify",
  /*#__PURE__*/ Effect.gen(function*(): Effect.fn.Return<Reverify, ReverifyError, Client> {
    const [{ config }, user] = yield* Effect.zip(Project.get, fetchUserOrNull, { concurrent: true })
    if (user === null) return yield* userNotSignedIn()
    const { hasPassword, oauthProviders, otpAuthEnabled, passkeyAuthEnabled, primaryEmail: email } = user
    // The service refuses a code for an address that is not verified.
    const hasEmailCode = otpAuthEnabled && user.primaryEmailVerified && config.magicLinkEnabled
    const hasPasskey = passkeyAuthEnabled && config.passkeyEnabled && (yield* isSupported)
    return {
      _tag: "Reverify",
      user,
      password: hasPassword && config.credentialEnabled && email !== null
        ? ({ password }) => finish(Password.signIn({ email, password }))
        : undefined,
      emailCode: hasEmailCode && email !== null ? sendCode(email) : undefined,
      passkey: hasPasskey ? finish(Passkey.signIn()) : undefined,
      providers: config.enabledOauthProviders
        .filter(({ id }) => oauthProviders.some((account) => account.id === id))
        .map(({ id }) => ({ id, signIn: startProvider(id) }))
    }
  })
)

const startProvider = (provider: string): ReverifyProvider["signIn"] =>
  Effect.gen(function*() {
    const { page } = yield* Navigation
    const { projectId } = (yield* Client).caller.connection
    const back = toReturnUrl(yield* page.url)
    const url = yield* OAuth.start({ provider, redirectUri: back, errorRedirectUrl: back })
    yield* (yield* TabStorage).set(returnKind + projectId, back)
    yield* page.goTo(Redacted.value(url))
    yield* page.settle
  })

/**
 * Ends a sign-in with a provider on the page that started it. Returns `undefined` if the page's URL is no answer to it, and sends
 * nothing then. Removes the answer from the URL.
 *
 * Run it when a page loads that opens {@link reverify}. `<Reverify>` in `latchkey/react` does. The request that needed the
 * sign-in was lost with the page: the user starts the action again, which succeeds now.
 */
export const completeReverification: Effect.Effect<
  Reverified | ReverifySecondFactor | undefined,
  FirstFactorError<CallbackError> | Reverification.SignInError,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "HandlerPages.completeReverification",
  /*#__PURE__*/ Effect.gen(function*() {
    const found = yield* findReturn
    if (found === undefined) return undefined
    const { back, here } = found
    const { page } = yield* Navigation
    yield* forget(returnKind)
    yield* page.replaceUrl(back)
    return yield* finish(
      Effect.flatMap(
        callbackAt(here, { redirectUri: back }),
        (signedIn) => signedIn === undefined ? userNotSignedIn() : Effect.succeed(signedIn)
      )
    ).pipe(Effect.catchTag("UserNotSignedIn", () => Effect.undefined))
  })
)
