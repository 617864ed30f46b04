/**
 * The bot challenge of sign-ups. A widget in the page, such as Cloudflare Turnstile, returns a token that the service
 * verifies.
 *
 * Provide this reference to use one. `Password.signUp`, `MagicLink.send`, `EmailCode.send`, `OAuth.start` and `OAuth.signIn`
 * then request a token first. Without it, they send no token, which the service treats as a sign of a bot. Services from 2025
 * have no challenge.
 *
 * **Example** (Turnstile)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { BotChallenge } from "latchkey"
 *
 * declare const turnstile: (options: { action: string; appearance: "interaction-only" | "always" }) => Promise<string>
 *
 * const layer = Layer.succeed(BotChallenge.BotChallenge, ({ action, phase }) =>
 *   Effect.tryPromise(() => turnstile({ action, appearance: phase === "visible" ? "always" : "interaction-only" })).pipe(
 *     Effect.map((token) => ({ token: Redacted.make(token) })),
 *     Effect.catch(() => Effect.succeed({ unavailable: true as const }))
 *   ))
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** A token's purpose and phase. */
export interface BotChallengeRequest {
  /** The action that the service expects in the token. */
  readonly action: "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"
  /** `invisible` first. `visible` after the service has rejected the token of the invisible challenge. */
  readonly phase: "invisible" | "visible"
}

/** A token, or that the challenge could not be loaded. */
export type BotChallengeAnswer =
  | { readonly token: Redacted.Redacted<string>; readonly unavailable?: undefined }
  | { readonly token?: undefined; readonly unavailable: true }

/**
 * Requests a token from the widget. The default returns `undefined`, which means no token. A visible challenge without a
 * token fails the call with `BotChallengeRequired`.
 *
 * Provide the reference to the program, not only to the layer for its client.
 */
export const BotChallenge: Context.Reference<
  (request: BotChallengeRequest) => Effect.Effect<BotChallengeAnswer | undefined>
> = /*#__PURE__*/ Context.Reference("latchkey/auth/BotChallenge", {
  defaultValue: () => (_request: BotChallengeRequest): Effect.Effect<BotChallengeAnswer | undefined> => Effect.undefined
})
