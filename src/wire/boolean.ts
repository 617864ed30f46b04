/**
 * Codecs of optional booleans, and of booleans in a query.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { memoize } from "./memoize.ts"

/**
 * Creates the codec of an optional boolean.
 *
 * @category schemas
 * @since 0.1.0
 */
export const optionalBoolean = () => Schema.optional(Schema.Boolean)

/**
 * Codec of a boolean in a query, where it is `"true"` or `"false"`.
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
