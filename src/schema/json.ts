/**
 * The fields that codecs of entities share.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { Json } from "../wire/Json.ts"

/**
 * Types the encoded side of a codec as JSON.
 *
 * @category schemas
 * @since 0.1.0
 */
export const toJsonCodec = <A>(codec: Schema.Codec<A, unknown>): Schema.Codec<A, Json> =>
  // Sound: every field that this folder uses encodes to JSON.
  codec as Schema.Codec<A, Json>

/**
 * Creates the codec of a string that may be `null`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const nullableText = () => Schema.NullOr(Schema.String)

/**
 * Creates the codec of an optional boolean.
 *
 * @category schemas
 * @since 0.1.0
 */
export const optionalBoolean = () => Schema.optional(Schema.Boolean)

/**
 * Creates the codec of an optional string that may be `null`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const optionalText = () => Schema.optional(nullableText())
