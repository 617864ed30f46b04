/**
 * The parsers of metadata.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoizeByKey } from "../wire/memoize.ts"

// `any`, because the cached parsers are of schemas with different types.
type AnySchema = Schema.Codec<any, unknown>

/**
 * Returns the decoder of a schema's JSON form.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.decodeUnknownExit(Schema.toCodecJson(schema))
)

/**
 * Returns the encoder of a schema's JSON form.
 *
 * @category encoding
 * @since 0.1.0
 */
export const encodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.encodeUnknownExit(Schema.toCodecJson(schema))
)
