/**
 * Asking for the second factor where a sign-in meets it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { trace } from "../../call/trace.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import { Prompt } from "../../platform/Prompt.ts"
import type { Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { type CompleteError, type Continuation, isContinuation, orContinue } from "./Continuation.ts"

/**
 * Asks the user for the code of the authenticator app, by the {@link Prompt}, and completes the sign-in.
 *
 * It asks once. Whoever gives no code, or a wrong one, meets `InvalidTotpCode`, after which the continuation may be asked for
 * again. `HostUnavailable` means that there is nobody to ask: no browser, and no prompt of the program's own.
 *
 * **Example** (Going on where a reload has interrupted)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa } from "latchkey"
 *
 * const resume = Effect.flatMap(Mfa.restore, (kept) => kept === undefined ? Effect.succeed(null) : Mfa.ask(kept))
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const ask: (
  continuation: Continuation
) => Effect.Effect<SignedInOrUp, CompleteError | HostUnavailable, Client> = (continuation) =>
  trace(
    "Mfa.ask",
    Effect.flatMap(Prompt, (prompt) =>
      Effect.flatMap(
        prompt("Please enter the six-digit TOTP code from your authenticator app."),
        (totp) => continuation.complete(totp ?? Redacted.make(""))
      ))
  )

/**
 * Asks for the second factor where a sign-in meets it, and completes the sign-in: the error
 * `MultiFactorAuthenticationRequired` is gone from its type. Any way of signing in will do.
 *
 * It asks once, by the {@link Prompt}: in a browser with the browser's own dialogue, unless the program provides another. A
 * code that is wrong, or none, is an `InvalidTotpCode`.
 *
 * **Example** (A dialogue of the app's own)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Mfa, Password } from "latchkey"
 *
 * declare const showDialogue: (message: string) => Effect.Effect<Redacted.Redacted<string> | null>
 *
 * const signIn = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Password.signIn(credentials).pipe(
 *     Mfa.orAsk,
 *     Effect.provideService(Mfa.Prompt, showDialogue)
 *   )
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const orAsk = <A, E, R>(
  signIn: Effect.Effect<A, E, R>
): Effect.Effect<
  A | SignedInOrUp,
  Exclude<E, KnownErrors.MultiFactorAuthenticationRequired> | CompleteError | HostUnavailable,
  R | Client
> =>
  Effect.flatMap(
    orContinue(signIn),
    (result): Effect.Effect<A | SignedInOrUp, CompleteError | HostUnavailable, Client> =>
      isContinuation(result) ? ask(result) : Effect.succeed(result)
  )

/** @since 0.1.0 */
export { Prompt } from "../../platform/Prompt.ts"
