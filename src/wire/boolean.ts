/**
 * Booleans that may be absent, and booleans in a query.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { memoize } from "./memoize.ts"

/**
 * Returns the codec of a boolean field that may be absent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const optionalBoolean = () => Schema.optional(Schema.Boolean)

/**
 * Codec of a boolean in a query, where it is one of two texts.
 *
 * @category schemas
 * @since 0.1.0
 */
export const booleanFromQuery = /*#__PURE__*/ memoize(() =>
  Schema.Literals(["true", "false"]).pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text: "true" | "false") => text === "true",
        encode: (value: boolean) => value ? "true" as const : "false" as const
      })
    )
  )
)
