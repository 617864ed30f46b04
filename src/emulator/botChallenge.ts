/**
 * The bot challenge of sign-ups: a token that a widget in the page gives, such as Cloudflare Turnstile. Services of 2026.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallengeFailed, BotChallengeRequired } from "../wire/KnownErrors.ts"

/**
 * The actions that a token can be for.
 *
 * @category models
 * @since 0.1.0
 */
export type BotChallengeAction = "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"

/**
 * What a request has about the challenge.
 *
 * @category models
 * @since 0.1.0
 */
export interface BotChallengeFields {
  readonly botChallengeToken?: Redacted.Redacted<string> | undefined
  readonly botChallengePhase?: "invisible" | "visible" | undefined
  readonly botChallengeUnavailable?: "true" | undefined
}

/** A token that passes, for one action or for all. */
const passingToken = "mock-turnstile-ok"

/**
 * Fails unless the token of a request passes. The token `mock-turnstile-ok` passes, and `mock-turnstile-ok:` with the action.
 * A request without a token passes too, unless it says that the challenge is unavailable.
 *
 * @category checks
 * @since 0.1.0
 */
export const checkBotChallenge = (
  { botChallengePhase, botChallengeToken, botChallengeUnavailable }: BotChallengeFields,
  action: BotChallengeAction
): Effect.Effect<void, BotChallengeRequired | BotChallengeFailed> => {
  const token = botChallengeToken && Redacted.value(botChallengeToken)
  if (token === undefined && botChallengeUnavailable === undefined) return Effect.void
  if (token === passingToken || token === `${passingToken}:${action}`) return Effect.void
  if (token !== undefined && botChallengePhase !== "visible") {
    return Effect.fail(
      new BotChallengeRequired({ message: "The invisible bot challenge failed. Show a visible one.", details: {} })
    )
  }
  const message = "The bot challenge failed. Try again."
  return Effect.fail(new BotChallengeFailed({ message, details: { message } }))
}
