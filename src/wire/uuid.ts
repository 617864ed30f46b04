/**
 * Ids as the service makes them.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"

/**
 * Codec of an id that names something in a path: a UUID of version 4 (RFC 9562 § 5.4). Anything else is refused before
 * it is sent, so that no id can lead to another path.
 *
 * @category schemas
 * @since 0.1.0
 */
export const uuid = /*#__PURE__*/ memoize(() => Schema.String.check(Schema.isUUID(4)))

/**
 * Codec of the id of a user, or of `me`: whoever the access token of the request belongs to.
 *
 * @category schemas
 * @since 0.1.0
 */
export const uuidOrMe = /*#__PURE__*/ memoize(() => Schema.Union([Schema.Literal("me"), uuid()]))
