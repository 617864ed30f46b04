/** The codecs for the service's ids. */
import { literal, pattern, union } from "./Codec.ts"

/**
 * Codec for an id in a path: a version 4 UUID (RFC 9562 § 5.4). Other ids are rejected before the request is sent, so
 * that an id cannot change the path.
 */
export const uuid = /*#__PURE__*/ pattern(
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
  "a UUID v4"
)

/** Codec for a user id, or `me`, the user in the request's access token. */
export const uuidOrMe = /*#__PURE__*/ union(() => [literal("me"), uuid])
