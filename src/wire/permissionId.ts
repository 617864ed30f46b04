/** The codecs for permission ids. */
import { pattern } from "./Codec.ts"

/**
 * Codec for the id of any permission: lower-case letters, digits, `_` and `:`, after a `$` for the service's built-in
 * permissions. Other ids are rejected before the request is sent.
 */
export const permissionId = /*#__PURE__*/ pattern(
  /^\$?[a-z0-9_:]+$/,
  "made of lower-case letters, digits, _ and :, with $ at most in front"
)

/** Codec for the id of a permission that a project defines. It has no `$`. */
export const customPermissionId = /*#__PURE__*/ pattern(
  /^[a-z0-9_:]+$/,
  "made of lower-case letters, digits, _ and :"
)
