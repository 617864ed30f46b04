/**
 * JSON values of any shape, such as metadata.
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
 * A JSON object.
 *
 * @category models
 * @since 0.1.0
 */
export type JsonObject = Schema.JsonObject

/**
 * Codec of JSON in responses. The value comes from `JSON.parse`, so it is not checked again, and deeply nested bodies
 * cost nothing.
 *
 * @category schemas
 * @since 0.1.0
 */
// Sound: decoding starts from parsed JSON text; encoding ends in `JSON.stringify`.
export const json = (): Schema.Codec<Json, unknown> => Schema.Unknown as unknown as Schema.Codec<Json, unknown>

/**
 * Codec of JSON in requests. Rejects values that JSON cannot represent, such as `undefined`, functions and `NaN`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const jsonInput = (): Schema.Codec<Json, unknown> => Schema.Json

/**
 * Codec of a JSON object in responses. Checks only that the value is an object.
 *
 * @category schemas
 * @since 0.1.0
 */
// Sound: as for `json`.
export const jsonObject = (): Schema.Codec<JsonObject, unknown> =>
  Schema.Unknown.check(Schema.makeFilter(isObject)) as unknown as Schema.Codec<JsonObject, unknown>

/**
 * Codec of a JSON object in requests. Rejects values that JSON cannot represent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const jsonObjectInput = (): Schema.Codec<JsonObject, unknown> => Schema.JsonObject

/**
 * Parses JSON text. Never fails; returns `undefined` for invalid JSON.
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

/** Returns `true` if a value is an object and not an array. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
