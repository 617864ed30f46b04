/** The code of steps, which browsers load after the first page. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { makeNotLoaded } from "../call/makeNotLoaded.ts"

/** Loads the steps of a sign-in. Fails with a `NetworkFailure` if they cannot be loaded. */
export const loadSteps: Effect.Effect<typeof import("./laterSteps.ts"), ApiError> = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("./laterSteps.ts"),
  catch: (cause) => makeNotLoaded("HandlerPages", "the step", cause)
})
