/**
 * The codecs of permission ids.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"

/**
 * Codec of the id of any permission: lower-case letters, digits, `_` and `:`, after a `$` for the service's built-in
 * permissions. Other ids are rejected before the request is sent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const permissionId = /*#__PURE__*/ memoize(() =>
  Schema.String.check(
    Schema.isPattern(/^\$?[a-z0-9_:]+$/, {
      expected: "made of lower-case letters, digits, _ and :, with $ at most in front"
    })
  )
)

/**
 * Codec of the id of a permission that a project defines. It has no `$`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const customPermissionId = /*#__PURE__*/ memoize(() =>
  Schema.String.check(Schema.isPattern(/^[a-z0-9_:]+$/, { expected: "made of lower-case letters, digits, _ and :" }))
)
