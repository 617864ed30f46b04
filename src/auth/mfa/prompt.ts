/** Prompts for the second factor during a sign-in. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { trace } from "../../call/trace.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import { Prompt } from "../../platform/Prompt.ts"
import type { Client } from "../../session/ClientService.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { type CompleteError, type Continuation, isContinuation, orContinue } from "./Continuation.ts"

/**
 * Prompts for the code of the authenticator app with {@link Prompt}, and completes the sign-in.
 *
 * Prompts once. A wrong or missing code fails with `InvalidTotpCode`, after which the same continuation can be used again.
 * `HostUnavailable` means that there is no browser and the program provides no prompt.
 *
 * **Example** (Resuming after a reload)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa } from "latchkey"
 *
 * const resume = Effect.flatMap(Mfa.restore, (kept) => kept === undefined ? Effect.succeed(null) : Mfa.ask(kept))
 * ```
 *
 * @category combinators
 */
export const ask = (continuation: Continuation): Effect.Effect<SignedInOrUp, CompleteError | HostUnavailable, Client> =>
  trace(
    "Mfa.ask",
    Effect.flatMap(Prompt, (prompt) =>
      Effect.flatMap(
        prompt("Enter the six-digit code from your authenticator app."),
        (totp) => continuation.complete(totp ?? Redacted.make(""))
      ))
  )

/**
 * Prompts for the second factor if a sign-in requires it, and completes the sign-in. Removes
 * `MultiFactorAuthenticationRequired` from the errors. Works with every kind of sign-in.
 *
 * Prompts once, with {@link Prompt}: by default the browser's dialog. A wrong or missing code fails with `InvalidTotpCode`.
 *
 * **Example** (A custom dialog)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Mfa, Password } from "latchkey"
 *
 * declare const showDialog: (message: string) => Effect.Effect<Redacted.Redacted<string> | null>
 *
 * const signIn = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Password.signIn(credentials).pipe(
 *     Mfa.orAsk,
 *     Effect.provideService(Mfa.Prompt, showDialog)
 *   )
 * ```
 *
 * @category combinators
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

export { Prompt } from "../../platform/Prompt.ts"
