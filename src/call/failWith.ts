/** Failures that the code for failures creates. */
import * as Effect from "effect/Effect"
import type { Any } from "../wire/Endpoint.ts"
import { ApiError } from "./ApiError.ts"
import type { Connection } from "./Connection.ts"
import { type Failures, withFailureModule } from "./failureModule.ts"
import { type Failed, makeNotLoaded } from "./Outcome.ts"

/**
 * Fails with an outcome that the code for failures creates. `isSent` is `false` if the call failed before its request.
 */
export const failWith = (
  { requestTimeout }: Connection,
  endpoint: Any,
  isSent: boolean,
  make: (failures: Failures) => Failed
): Effect.Effect<never, ApiError> =>
  Effect.flatMap(
    withFailureModule(requestTimeout, make, () => makeNotLoaded(endpoint, isSent)),
    ({ reason }) => Effect.fail(new ApiError({ endpoint: endpoint.id, reason }))
  )
