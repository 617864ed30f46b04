/**
 * What a sign-in becomes that has met the second factor: a value with one next step.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import { Client } from "../../session/Client.ts"
import * as KnownErrors from "../../wire/KnownErrors.ts"
import * as laterStep from "../persistedStep.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { signIn } from "./requests.ts"
import { removeBlanks } from "./totpCode.ts"

/** How long the service waits for the second factor: five minutes. */
const lifetimeMillis = 300_000

const kind = "latchkey-mfa-"

/**
 * What completing a sign-in may meet. After `InvalidTotpCode` the continuation is as good as before; after a
 * `VerificationCodeError` it is spent, and the user signs in anew.
 *
 * @category errors
 * @since 0.1.0
 */
export type CompleteError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.InvalidTotpCode
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * A sign-in that waits for the second factor. The only step that leads on is `complete`, within five minutes and twenty
 * tries.
 *
 * It stands for the first factor, which was given already. So it shows its attempt code to nobody, and its text, which
 * survives a reload, is `Redacted` (see {@link serialize} and {@link keep}).
 *
 * @category models
 * @since 0.1.0
 */
export class Continuation extends Data.TaggedClass("MfaContinuation")<{
  /** What stands for the first factor. */
  readonly attemptCode: Redacted.Redacted<string>
  /** The project that the user signs in to. */
  readonly projectId: string
  /** When it is too late to complete the sign-in, by this device's clock. */
  readonly expiresAt: Date
  /** Where the user wanted to go, as the program said. Follow it with `Navigation`, which looks at where it leads. */
  readonly returnTo: string | undefined
}> {
  /**
   * Completes the sign-in with the six digits of the user's authenticator app, in which blanks do not count.
   *
   * A wrong code is an `InvalidTotpCode`, after which another may be given; an empty one is not even sent. What was kept of
   * the continuation is forgotten when it has been used, or is refused for good.
   */
  complete(totp: Secret): Effect.Effect<SignedInOrUp, CompleteError, Client> {
    return laterStep.forgetWhenFinal(
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

/**
 * Says whether a value is a sign-in that waits for the second factor.
 *
 * @category guards
 * @since 0.1.0
 */
export const isContinuation = (value: unknown): value is Continuation => Predicate.isTagged(value, "MfaContinuation")

/**
 * What a continuation takes along.
 *
 * @category options
 * @since 0.1.0
 */
export interface ContinueOptions {
  /** Where the user wants to go once the sign-in is complete. */
  readonly returnTo?: string | undefined
}

/**
 * Turns a sign-in that meets the second factor into a success with a {@link Continuation}: the error
 * `MultiFactorAuthenticationRequired` is gone from its type. Any way of signing in will do.
 *
 * **Example** (A form that asks for the second factor by itself)
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
 * @since 0.1.0
 */
export const orContinue = <A, E, R>(
  signIn: Effect.Effect<A, E, R>,
  { returnTo }: ContinueOptions = {}
): Effect.Effect<A | Continuation, Exclude<E, KnownErrors.MultiFactorAuthenticationRequired>, R | Client> =>
  Effect.catch(signIn, (error) =>
    error instanceof KnownErrors.MultiFactorAuthenticationRequired
      ? makeContinuation(error.details.attemptCode, returnTo)
      // Sound: it is not the one that is excluded.
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

/**
 * Writes a continuation as a text, for the program to keep where it likes. With it and the six digits, its holder signs in.
 *
 * @category encoding
 * @since 0.1.0
 */
export const serialize = (continuation: Continuation): Redacted.Redacted<string> =>
  laterStep.serialize(continuation, {
    attemptCode: Redacted.value(continuation.attemptCode),
    returnTo: continuation.returnTo
  })

/**
 * Reads the text of a continuation. Total: what is none, has expired or belongs to another project than the client's is
 * `undefined`.
 *
 * **Example** (A server that hands the continuation to the next request)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa } from "latchkey"
 *
 * const secondStep = (text: string, totp: string) =>
 *   Effect.gen(function*() {
 *     const continuation = yield* Mfa.parse(text)
 *     if (continuation === undefined) return "Please sign in again."
 *     yield* continuation.complete(totp)
 *     return "Welcome back!"
 *   })
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (
  text: string | Redacted.Redacted<string>
): Effect.Effect<Continuation | undefined, never, Client> =>
  laterStep.parse(
    text,
    lifetimeMillis,
    ({ attemptCode, returnTo }, step) =>
      typeof attemptCode === "string" && attemptCode !== "" && (returnTo === undefined || typeof returnTo === "string")
        ? new Continuation({ ...step, attemptCode: Redacted.make(attemptCode), returnTo })
        : undefined
  )

/**
 * Keeps a continuation in the {@link SessionStorage}, where a reload leaves it. There is one at a time.
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
 * // When the page begins: undefined, or what to ask the second factor for.
 * const begin = Mfa.restore
 * ```
 *
 * @category keeping
 * @since 0.1.0
 */
export const keep = (continuation: Continuation): Effect.Effect<void> =>
  laterStep.keep(kind, continuation, serialize(continuation))

/**
 * The continuation that was kept, if it can be completed still. One that cannot is forgotten.
 *
 * @category keeping
 * @since 0.1.0
 */
export const restore: Effect.Effect<Continuation | undefined, never, Client> = /*#__PURE__*/ laterStep.restore(
  kind,
  parse
)

/**
 * Forgets the continuation that was kept, such as when the user would rather sign in as somebody else.
 *
 * @category keeping
 * @since 0.1.0
 */
export const forget: Effect.Effect<void, never, Client> = /*#__PURE__*/ laterStep.forget(kind)
