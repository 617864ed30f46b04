/**
 * The parsers of metadata.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/** Caches a parser per schema. `any`, because the schemas have different types. */
const memoizeBySchema = <A extends object>(make: (schema: Schema.Codec<any, unknown>) => A) => {
  const cache = new WeakMap<object, A>()
  return (schema: Schema.Codec<any, unknown>): A => {
    let made = cache.get(schema)
    if (made === undefined) cache.set(schema, made = make(schema))
    return made
  }
}

/**
 * Returns the decoder of a schema's JSON form.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeJson = /*#__PURE__*/ memoizeBySchema((schema) =>
  Schema.decodeUnknownExit(Schema.toCodecJson(schema))
)

/**
 * Returns the encoder of a schema's JSON form.
 *
 * @category encoding
 * @since 0.1.0
 */
export const encodeJson = /*#__PURE__*/ memoizeBySchema((schema) =>
  Schema.encodeUnknownExit(Schema.toCodecJson(schema))
)
