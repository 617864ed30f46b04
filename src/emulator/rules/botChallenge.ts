/** The sign-up bot challenge: a token from a widget in the page, such as Cloudflare Turnstile. 2026 generation only. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { BotChallengeFailed, BotChallengeRequired } from "../../wire/KnownErrors.ts"
import { failWith } from "./failWith.ts"

const passingToken = "mock-turnstile-ok"

/** Fails unless the token passes. A request without a token also passes, unless it declares the challenge unavailable. */
export const checkBotChallenge = (
  { botChallengePhase, botChallengeToken, botChallengeUnavailable }: {
    readonly botChallengeToken?: Redacted.Redacted<string> | undefined
    readonly botChallengePhase?: "invisible" | "visible" | undefined
    readonly botChallengeUnavailable?: "true" | undefined
  },
  action: "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"
): Effect.Effect<void, BotChallengeRequired | BotChallengeFailed> => {
  const token = botChallengeToken && Redacted.value(botChallengeToken)
  if (token === undefined && botChallengeUnavailable === undefined) return Effect.void
  if (token === passingToken || token === `${passingToken}:${action}`) return Effect.void
  if (token !== undefined && botChallengePhase !== "visible") {
    return failWith(BotChallengeRequired, "The invisible bot challenge failed. Show the visible one.")
  }
  const message = "The bot challenge failed. Try again."
  return failWith(BotChallengeFailed, message, { message })
}
