/**
 * The bot challenge fields in sign-in requests.
 *
 * @generation 2026
 */
import { literal, optional, secret } from "./Codec.ts"

/** The fields' wire names. */
export const botChallengeNames = ["bot_challenge_token", "bot_challenge_phase", "bot_challenge_unavailable"]

/** Creates the codecs for the fields. */
export const botChallengeFields = () => ({
  botChallengeToken: optional(secret),
  botChallengePhase: optional(literal("invisible", "visible")),
  botChallengeUnavailable: optional(literal("true"))
})
