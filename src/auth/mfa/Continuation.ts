/** A sign-in that waits for the second factor: a value with one next step. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import { Client } from "../../session/ClientService.ts"
import * as KnownErrors from "../../wire/KnownErrors.ts"
import * as persistedStep from "../persistedStep.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { mfaKind } from "../stepTexts.ts"
import { signIn } from "./requests.ts"
import { removeBlanks } from "./totpCode.ts"

/** An attempt code's lifetime: five minutes. */
const lifetimeMillis = 300_000

/**
 * Errors from `Continuation.complete`. After `InvalidTotpCode` the user can try again. After a `VerificationCodeError` the
 * user has to sign in again.
 */
export type CompleteError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.InvalidTotpCode
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * A sign-in that waits for the second factor. The next step is `complete`, within five minutes and twenty attempts.
 *
 * The attempt code replaces the first factor. Therefore, it is `Redacted`, as is the serialized continuation (see {@link
 * serialize} and {@link keep}).
 */
export class Continuation extends Data.TaggedClass("MfaContinuation")<{
  /** The code that replaces the first factor. */
  readonly attemptCode: Redacted.Redacted<string>
  /** The sign-in's project. */
  readonly projectId: string
  /** When the sign-in expires, by this device's clock. */
  readonly expiresAt: Date
  /** The sign-in's return URL. Redirect to it with `Navigation`, which checks that it belongs to the app. */
  readonly returnTo: string | undefined
}> {
  /**
   * Completes the sign-in with six digits from the user's authenticator app. Ignores whitespace.
   *
   * After `InvalidTotpCode`, the user can try again. An empty code fails without a request. Removes the stored continuation
   * when it has been used up or can no longer work.
   */
  complete(totp: Secret): Effect.Effect<SignedInOrUp, CompleteError, Client> {
    return persistedStep.forgetWhenFinal(
      Effect.suspend(() => signIn({ attemptCode: this.attemptCode, totp: removeBlanks(totp) })),
      {
        final: KnownErrors.VerificationCodeError,
        restore,
        forget,
        isOwn: ({ attemptCode }) => Redacted.value(attemptCode) === Redacted.value(this.attemptCode)
      }
    )
  }
}

/** Returns `true` if a value is a continuation. */
export const isContinuation = (value: unknown): value is Continuation => Predicate.isTagged(value, "MfaContinuation")

/** Options for `orContinue`. */
export interface ContinueOptions {
  /** The URL to return to after the sign-in. */
  readonly returnTo?: string | undefined
}

/**
 * Turns a sign-in that requires a second factor into a success with a {@link Continuation}. Removes
 * `MultiFactorAuthenticationRequired` from the errors. Works with every kind of sign-in.
 *
 * **Example** (A separate form for the second factor)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa, Password } from "latchkey"
 *
 * declare const showTotpForm: (continuation: Mfa.Continuation) => Effect.Effect<void>
 * declare const showHome: Effect.Effect<void>
 *
 * const submit = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Password.signIn(credentials).pipe(
 *     Mfa.orContinue,
 *     Effect.flatMap((result) => Mfa.isContinuation(result) ? showTotpForm(result) : showHome)
 *   )
 * ```
 *
 * @category combinators
 */
export const orContinue = <A, E, R>(
  signIn: Effect.Effect<A, E, R>,
  { returnTo }: ContinueOptions = {}
): Effect.Effect<A | Continuation, Exclude<E, KnownErrors.MultiFactorAuthenticationRequired>, R | Client> =>
  Effect.catch(signIn, (error) =>
    error instanceof KnownErrors.MultiFactorAuthenticationRequired
      ? makeContinuation(error.details.attemptCode, returnTo)
      // Sound: the excluded error was handled above.
      : Effect.fail(error as Exclude<E, KnownErrors.MultiFactorAuthenticationRequired>))

const makeContinuation = (
  attemptCode: Redacted.Redacted<string>,
  returnTo: string | undefined
): Effect.Effect<Continuation, never, Client> =>
  Effect.flatMap(
    Client,
    ({ caller: { connection: { projectId } } }) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        new Continuation({ attemptCode, projectId, expiresAt: new Date(now + lifetimeMillis), returnTo }))
  )

/** Serializes a continuation, for storage of the program's choice. The result replaces the user's first factor. */
export const serialize = (continuation: Continuation): Redacted.Redacted<string> =>
  persistedStep.serialize(continuation, {
    attemptCode: Redacted.value(continuation.attemptCode),
    returnTo: continuation.returnTo
  })

/**
 * Parses a serialized continuation. Returns `undefined` if it is invalid, has expired, or is from another project.
 *
 * **Example** (A server that continues in the next request)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa } from "latchkey"
 *
 * const secondStep = (text: string, totp: string) =>
 *   Effect.gen(function*() {
 *     const continuation = yield* Mfa.parse(text)
 *     if (continuation === undefined) return "Sign in again."
 *     yield* continuation.complete(totp)
 *     return "Welcome back!"
 *   })
 * ```
 */
export const parse = (
  text: string | Redacted.Redacted<string>
): Effect.Effect<Continuation | undefined, never, Client> =>
  persistedStep.parse(
    text,
    lifetimeMillis,
    ({ attemptCode, returnTo }, step) =>
      typeof attemptCode === "string" && attemptCode !== "" && (returnTo === undefined || typeof returnTo === "string")
        ? new Continuation({ ...step, attemptCode: Redacted.make(attemptCode), returnTo })
        : undefined
  )

/**
 * Stores a continuation in the {@link TabStorage}, where it survives a reload. Replaces the previous one.
 *
 * **Example** (A reload between the two factors)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa, Password } from "latchkey"
 *
 * const submit = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Password.signIn(credentials).pipe(
 *     Mfa.orContinue,
 *     Effect.tap((result) => Mfa.isContinuation(result) ? Mfa.keep(result) : Effect.void)
 *   )
 *
 * // When the page loads: the continuation, or undefined.
 * const begin = Mfa.restore
 * ```
 */
export const keep = (continuation: Continuation): Effect.Effect<void> =>
  persistedStep.keep(mfaKind, continuation, serialize(continuation))

/** Returns the stored continuation while it can be completed. Removes it otherwise. */
export const restore: Effect.Effect<Continuation | undefined, never, Client> = /*#__PURE__*/ persistedStep.restore(
  mfaKind,
  parse
)

/** Removes the stored continuation, for example before the user signs in with another account. */
export const forget: Effect.Effect<void, never, Client> = /*#__PURE__*/ persistedStep.forget(mfaKind)
