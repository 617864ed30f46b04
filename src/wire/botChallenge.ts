/**
 * The fields about a bot challenge, which several requests share. Services of 2026.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Returns the codecs of the fields.
 *
 * @category schemas
 * @since 0.1.0
 */
export const botChallengeFields = () => ({
  botChallengeToken: Schema.optional(Schema.String),
  botChallengePhase: Schema.optional(Schema.Literals(["invisible", "visible"])),
  botChallengeUnavailable: Schema.optional(Schema.Literal("true"))
})
