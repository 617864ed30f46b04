/** The response from endpoints that return no data. */
import { literal, type TypeOf } from "./Codec.ts"
import { struct } from "./Struct.ts"

export const success = /*#__PURE__*/ struct(() => ({ success: literal(true) }))

/** The decoded response from endpoints that return no data. */
export type Done = TypeOf<typeof success>
