/**
 * The response of endpoints that return no data.
 *
 * @since 0.1.0
 */
import { literal, type TypeOf } from "./Codec.ts"
import { struct } from "./Struct.ts"

/** @since 0.1.0 */
export const success = /*#__PURE__*/ struct(() => ({ success: literal(true) }))

/**
 * The decoded response of endpoints that return no data.
 *
 * @category models
 * @since 0.1.0
 */
export type Done = TypeOf<typeof success>
