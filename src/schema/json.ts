/**
 * The fields that codecs of entities share.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { Json } from "../wire/Json.ts"

/**
 * Creates a codec whose encoded side is typed as JSON. It takes a function, because bundlers do not drop property reads such as
 * `Schema.String` at the top level of a module.
 *
 * @category schemas
 * @since 0.1.0
 */
export const toJsonCodec = <A>(make: () => Schema.Codec<A, unknown>): Schema.Codec<A, Json> =>
  // Sound: every field that this folder uses encodes to JSON.
  make() as Schema.Codec<A, Json>

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
