/**
 * The response of endpoints that return no data.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"

/** @since 0.1.0 */
export const success = /*#__PURE__*/ memoize(() => struct({ success: Schema.Literal(true) }))
