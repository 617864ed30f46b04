/** Any JSON values, such as metadata. */
import type * as Schema from "effect/Schema"
import { check, type Codec, jsonValue, parsedJson, record, unknown } from "./Codec.ts"
import { isObject } from "./parseJson.ts"

/** Any JSON value. */
export type Json = Schema.Json

/** A JSON object. */
export type JsonObject = Schema.JsonObject

/**
 * Codec for JSON in responses. The value comes from `JSON.parse`, so it is not checked again, and deeply nested bodies
 * cost nothing.
 */
export const json: Codec<Json> = parsedJson

/** Codec for JSON in requests. Rejects values that JSON cannot represent, such as `undefined`, functions and `NaN`. */
export const jsonInput: Codec<Json> = jsonValue

/** Codec for a JSON object in responses. Checks only that the value is an object. */
// Sound: decoding starts from parsed JSON text; encoding ends in `JSON.stringify`.
export const jsonObject = /*#__PURE__*/ check(unknown, (value) => isObject(value)) as Codec<JsonObject>

/** Codec for a JSON object in requests. Rejects values that JSON cannot represent. */
export const jsonObjectInput: Codec<JsonObject> = /*#__PURE__*/ record(jsonInput)

export { isObject, parseJson } from "./parseJson.ts"
