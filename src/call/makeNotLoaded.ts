/** The error for code that could not be loaded. */
import { ApiError, NetworkFailure } from "./ApiError.ts"

/** Creates the error. `what` is the code, such as "the step". */
export const makeNotLoaded = (endpoint: string, what: string, cause: unknown): ApiError => {
  const reason = new NetworkFailure({
    message: `The code for ${what} could not be loaded. Try again${
      // An error in the code itself, such as a missing global. Failed downloads are `TypeError`s.
      cause instanceof Error && !(cause instanceof TypeError) ? `. ${cause.message}` : ""}`,
    outcomeUnknown: false,
    diagnostics: { offline: undefined, health: "unknown", apiRoot: "unknown" }
  })
  return Object.assign(new ApiError({ endpoint, reason }), { cause })
}
