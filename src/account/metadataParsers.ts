/** The parsers of metadata. */
import * as Schema from "effect/Schema"
import { memoizeByKey } from "../wire/memoize.ts"

// `any`, because the cached parsers are of schemas with different types.
type AnySchema = Schema.Codec<any, unknown>

/** Returns the decoder of a schema's JSON form. */
export const decodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.decodeUnknownExit(Schema.toCodecJson(schema))
)

/** Returns the encoder of a schema's JSON form. */
export const encodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.encodeUnknownExit(Schema.toCodecJson(schema))
)
