/**
 * The codecs of the service's ids.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"

/**
 * Codec of an id in a path: a UUID of version 4 (RFC 9562 § 5.4). Other ids are rejected before the request is sent, so
 * that an id cannot change the path.
 *
 * @category schemas
 * @since 0.1.0
 */
export const uuid = /*#__PURE__*/ memoize(() => Schema.String.check(Schema.isUUID(4)))

/**
 * Codec of a user id, or of `me`, the user of the request's access token.
 *
 * @category schemas
 * @since 0.1.0
 */
export const uuidOrMe = /*#__PURE__*/ memoize(() => Schema.Union([Schema.Literal("me"), uuid()]))
