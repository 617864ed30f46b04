/**
 * The answer of requests that have nothing to tell but that they did what was asked.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"

/** @since 0.1.0 */
export const success = /*#__PURE__*/ memoize(() => struct({ success: Schema.Literal(true) }))
