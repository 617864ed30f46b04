/**
 * Free JSON, such as metadata.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Any JSON value.
 *
 * @category models
 * @since 0.1.0
 */
export type Json = Schema.Json

/**
 * A JSON value that is an object.
 *
 * @category models
 * @since 0.1.0
 */
export type JsonObject = Schema.JsonObject

/**
 * Codec of free JSON that is only read. What it decodes came out of `JSON.parse`, so it is JSON by construction, and a
 * body that is nested thousands of levels deep costs nothing to accept.
 *
 * @category schemas
 * @since 0.1.0
 */
// Sound: decoding starts from parsed JSON text; encoding ends in `JSON.stringify`.
export const json = (): Schema.Codec<Json, unknown> => Schema.Unknown as unknown as Schema.Codec<Json, unknown>

/**
 * Codec of free JSON that a caller gives: refuses what JSON cannot say, such as `undefined`, a function or `NaN`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const jsonInput = (): Schema.Codec<Json, unknown> => Schema.Json

/**
 * Codec of a JSON object that is only read. Nothing but its being an object is looked at.
 *
 * @category schemas
 * @since 0.1.0
 */
// Sound: as for `json`.
export const jsonObject = (): Schema.Codec<JsonObject, unknown> =>
  Schema.Unknown.check(Schema.makeFilter(isObject)) as unknown as Schema.Codec<JsonObject, unknown>

/**
 * Codec of a JSON object that a caller gives: refuses what JSON cannot say.
 *
 * @category schemas
 * @since 0.1.0
 */
export const jsonObjectInput = (): Schema.Codec<JsonObject, unknown> => Schema.JsonObject

/**
 * Parses a text as JSON. Total: what is not JSON is `undefined`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Says whether a value is an object and not an array. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
