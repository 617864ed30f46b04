/**
 * The bot challenge fields of sign-in requests. Services since 2026.
 *
 * @since 0.1.0
 */
import { literal, optional, secret } from "./Codec.ts"

/**
 * The wire names of the fields.
 *
 * @category constants
 * @since 0.1.0
 */
export const botChallengeNames = ["bot_challenge_token", "bot_challenge_phase", "bot_challenge_unavailable"]

/**
 * Creates the codecs of the fields.
 *
 * @category schemas
 * @since 0.1.0
 */
export const botChallengeFields = () => ({
  botChallengeToken: optional(secret),
  botChallengePhase: optional(literal("invisible", "visible")),
  botChallengeUnavailable: optional(literal("true"))
})
