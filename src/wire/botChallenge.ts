/**
 * The bot challenge fields of sign-in requests.
 *
 * @generation 2026
 */
import { literal, optional, secret } from "./Codec.ts"

/** The wire names of the fields. */
export const botChallengeNames = ["bot_challenge_token", "bot_challenge_phase", "bot_challenge_unavailable"]

/** Creates the codecs for the fields. */
export const botChallengeFields = () => ({
  botChallengeToken: optional(secret),
  botChallengePhase: optional(literal("invisible", "visible")),
  botChallengeUnavailable: optional(literal("true"))
})
