/** The refusal of invalid input without a request. */
import * as Effect from "effect/Effect"
import { RequestSchemaError } from "../wire/sessionErrors.ts"

/** Fails with `RequestSchemaError`, as the service does for invalid input. */
export const rejectInput = (message: string): Effect.Effect<never, RequestSchemaError> =>
  Effect.fail(new RequestSchemaError({ message, details: { message } }))
