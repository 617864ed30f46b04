/**
 * The bot challenge fields of sign-in requests. Services since 2026.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { secret } from "./tokens.ts"

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
  botChallengeToken: Schema.optional(secret()),
  botChallengePhase: Schema.optional(Schema.Literals(["invisible", "visible"])),
  botChallengeUnavailable: Schema.optional(Schema.Literal("true"))
})
