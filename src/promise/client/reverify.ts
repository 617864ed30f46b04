/** `auth.session.reverify`: signs the current user in again before a sensitive action. */
import * as Effect from "effect/Effect"
import * as Reverification from "../../account/Reverification.ts"
import type * as EmailCode from "../../auth/EmailCode.ts"
import type * as Mfa from "../../auth/mfa/Continuation.ts"
import type * as OAuth from "../../auth/oauth/start.ts"
import type * as Passkey from "../../auth/passkey/ceremony.ts"
import type * as Password from "../../auth/Password.ts"
import { Cache } from "../../cache/Cache.ts"
import * as pages from "../../pages/Reverify.ts"
import type { MakeCall } from "../makeCall.ts"
import type { OnDemand } from "../onDemand.ts"
import type { Call, CallOptions, Unsubscribe } from "../Result.ts"
import type { Runner } from "../Runner.ts"
import { withNames } from "../withNames.ts"
import { report } from "./makeListeners.ts"
import { findCache } from "./observedCache.ts"
import type { FirstFactorError } from "./outcome.ts"
import type { Services } from "./Services.ts"

/** The user has signed in again. */
export interface Reverified {
  readonly status: "signed-in"
}

/** The first factor was correct. The user has a second one. */
export interface ReverifySecondFactor {
  readonly status: "second-factor"
  /** Takes the authenticator app's six digits. After `INVALID_TOTP_CODE`, the user can try again. */
  readonly verify: (
    code: string,
    options?: CallOptions
  ) => Call<Reverified, Mfa.CompleteError | Reverification.SignInError>
}

/** A method's outcome. */
export type ReverifyOutcome = Reverified | ReverifySecondFactor

/** A provider's redirect after `auth.session.reverify.oauth`: the current user has signed in again. */
export type ReverifiedCallback = { readonly kind: "reverification" } & ReverifyOutcome

/** An email with a code was sent to the user. */
export interface ReverifyEmail {
  readonly status: "email-sent"
  readonly email: string
  /** Takes the email's six characters. */
  readonly verify: (
    code: string,
    options?: CallOptions
  ) => Call<ReverifyOutcome, FirstFactorError<EmailCode.SignInError> | Reverification.SignInError>
}

/** The methods with which the current user can sign in again. */
export interface ReverifyMethods {
  readonly password: boolean
  readonly email: boolean
  readonly passkey: boolean
  /** Providers, such as `github`. */
  readonly providers: ReadonlyArray<string>
}

type MethodError<E> = E | Reverification.MethodNotAvailable | pages.ReverifyError | Reverification.SignInError

/**
 * Signs the current user in again: after a challenge from a server that requires a recent sign-in, or before an action of the
 * client itself. The new session replaces the current one. Another user is refused with `REVERIFICATION_REFUSED`.
 *
 * **Example** (A dialog of the app)
 *
 * ```ts
 * import type { AuthClient } from "latchkey/promise"
 *
 * declare const askPassword: () => Promise<string | null>
 *
 * export const start = (auth: AuthClient) =>
 *   auth.session.reverify.onChallenge(async () => {
 *     const password = await askPassword()
 *     if (password === null) return false
 *     const { data } = await auth.session.reverify.password({ password })
 *     return data?.status === "signed-in"
 *   })
 * ```
 */
export interface ReverifyGroup {
  /**
   * Calls the function when a server's response to `auth.fetch`, or `requireRecent`, asks for another sign-in. It returns `true`
   * after the user has signed in again, and `false` if the user cancels. Concurrent challenges share one call.
   */
  readonly onChallenge: (
    listener: (challenge: Reverification.Challenge) => boolean | PromiseLike<boolean>
  ) => Unsubscribe
  /**
   * Requires that the user has signed in within a time, such as `"5 minutes"`, and otherwise calls the function in `onChallenge`.
   * A number is in milliseconds.
   */
  readonly requireRecent: (
    requirement: Reverification.RecentRequirement & CallOptions
  ) => Call<void, Reverification.RequireRecentError>
  /** Returns the methods that the user has. */
  readonly methods: (options?: CallOptions) => Call<ReverifyMethods, pages.ReverifyError>
  readonly password: (
    typed: { readonly password: string },
    options?: CallOptions
  ) => Call<ReverifyOutcome, MethodError<FirstFactorError<Password.SignInError>>>
  /** Emails a code to the user's primary address. */
  readonly email: (options?: CallOptions) => Call<ReverifyEmail, MethodError<EmailCode.SendError>>
  readonly passkey: (options?: CallOptions) => Call<ReverifyOutcome, MethodError<FirstFactorError<Passkey.SignInError>>>
  /**
   * Leaves the page for the provider's, and returns to it. There, `handleCallback()` ends the sign-in, and the user starts the
   * action again. Resolves only if the browser could not leave.
   */
  readonly oauth: (
    provider: string,
    options?: CallOptions
  ) => Call<void, MethodError<OAuth.StartError>>
}

/** Converts a step's result. */
const toReverifyOutcome = (
  call: MakeCall<Services>,
  page: pages.Reverified | pages.ReverifySecondFactor
): ReverifyOutcome => {
  if (page._tag === "Reverified") return { status: "signed-in" }
  const verify: ReverifySecondFactor["verify"] = (code, options) =>
    call(Effect.as(page.complete(code), { status: "signed-in" as const }), options?.signal, verify)
  return { status: "second-factor", verify }
}

const toEmail = (call: MakeCall<Services>, { email, signIn }: pages.ReverifyCodeSent): ReverifyEmail => {
  const verify: ReverifyEmail["verify"] = (code, options) =>
    call(Effect.map(signIn(code), (page) => toReverifyOutcome(call, page)), options?.signal, verify)
  return { status: "email-sent", email, verify }
}

/** Runs a user's method. Fails if the user does not have it. */
const use = <A, E, R>(
  name: string,
  select: (page: pages.Reverify) => Effect.Effect<A, E, R> | undefined
): Effect.Effect<A, E | Reverification.MethodNotAvailable | pages.ReverifyError, R | Services> =>
  Effect.flatMap(pages.reverify, (page): Effect.Effect<A, E | Reverification.MethodNotAvailable, R> =>
    select(page) ??
      Effect.fail(new Reverification.MethodNotAvailable({ message: `The user cannot sign in again with ${name}` })))

type Methods = Omit<ReverifyGroup, "onChallenge">

type Listener = Parameters<ReverifyGroup["onChallenge"]>[0]

/** Calls a listener. One that throws or rejects answers `false`. */
const answer = (listener: Listener, challenge: Reverification.Challenge): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    try {
      // Untyped code may return anything.
      return await listener(challenge) === true
    } catch (error) {
      report(error)
      return false
    }
  })

/** @internal */
export const makeReverify = (call: MakeCall<Services>, { runtime }: Runner<Services>) => {
  /** The cached values stay, if there are subscribers to them. */
  const withCache = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const cache = findCache(runtime)
      return cache === undefined ? effect : Effect.provideService(effect, Cache, cache)
    })
  const callWithCache: MakeCall<Services> = (effect, signal, caller) => call(withCache(effect), signal, caller)
  const toOutcome = (page: pages.Reverified | pages.ReverifySecondFactor) => toReverifyOutcome(callWithCache, page)
  return {
    answer,
    completeReverification: withCache(Effect.map(
      pages.completeReverification,
      (page): ReverifiedCallback | null => page === undefined ? null : { kind: "reverification", ...toOutcome(page) }
    )),
    reverify: withNames<Methods, Services>({
      requireRecent: Reverification.requireRecent,
      methods: () =>
        Effect.map(pages.reverify, ({ emailCode, passkey, password, providers }) => ({
          password: password !== undefined,
          email: emailCode !== undefined,
          passkey: passkey !== undefined,
          providers: providers.map(({ id }) => id)
        })),
      password: ({ password }) =>
        withCache(Effect.map(use("a password", (page) => page.password?.({ password })), toOutcome)),
      email: () => Effect.map(use("an email", (page) => page.emailCode), (page) => toEmail(callWithCache, page)),
      passkey: () => withCache(Effect.map(use("a passkey", (page) => page.passkey), toOutcome)),
      oauth: (provider) => use(provider, ({ providers }) => providers.find(({ id }) => id === provider)?.signIn)
    }, { password: [{ password: true }], requireRecent: [{ within: true, factor: true }] })
  }
}

/** The part, which loads later. @internal */
export type ReverifyPart = OnDemand<ReturnType<typeof makeReverify>>
