/**
 * Ids of permissions.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"

/**
 * Codec of the id of any permission: lower-case letters, digits, `_` and `:`, behind a `$` when the permission is one of the
 * service's own. Anything else is refused before it is sent.
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
 * Codec of the id of a permission that a project defines, which has no `$`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const customPermissionId = /*#__PURE__*/ memoize(() =>
  Schema.String.check(Schema.isPattern(/^[a-z0-9_:]+$/, { expected: "made of lower-case letters, digits, _ and :" }))
)
