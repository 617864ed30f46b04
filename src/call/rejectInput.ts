/**
 * The refusal of invalid input without a request.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { RequestSchemaError } from "../wire/sessionErrors.ts"

/**
 * Fails with `RequestSchemaError`, as the service does for invalid input.
 *
 * @category errors
 * @since 0.1.0
 */
export const rejectInput = (message: string): Effect.Effect<never, RequestSchemaError> =>
  Effect.fail(new RequestSchemaError({ message, details: { message } }))
