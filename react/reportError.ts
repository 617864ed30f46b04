/**
 * What becomes of errors that nothing else has dealt with.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { Alert, ReportError } from "../src/platform/Alert.ts"
import type { KnownError } from "../src/wire/KnownError.ts"
import type { ErrorHandler, Runtime } from "./Auth.ts"

const unknownError = "An unhandled error occurred. Please report this to the developer."

/**
 * The text that a user may read of an error: the service's own for the errors that it knows, and for all others the same.
 *
 * @category getters
 * @since 0.1.0
 */
export const messageOf = (error: unknown): string => {
  const known = Predicate.isTagged(error, "ApiError") && Predicate.hasProperty(error, "reason") &&
      Predicate.hasProperty(error.reason, "error")
    ? error.reason.error
    : error
  return isKnownError(known) ? known.message : unknownError
}

/** Also true of what another copy of the library has made. */
const isKnownError = (error: unknown): error is KnownError =>
  Predicate.hasProperty(error, "_tag") && Predicate.hasProperty(error, "code") &&
  Predicate.hasProperty(error, "details") && Predicate.hasProperty(error, "message") &&
  typeof error.message === "string"

/** The presenter of those who give none. What the user cannot read, the developer has to. */
export const reportError = (runtime: Runtime): ErrorHandler => (error) => {
  const message = messageOf(error)
  const shown = Effect.flatMap(Alert, (alert) => alert(message))
  const reported = Effect.flatMap(ReportError, (report) => report(error))
  runtime.runFork(message === unknownError ? Effect.andThen(reported, shown) : shown)
}

/**
 * Whether something is no error but a word to the framework, such as a redirect of Next. It is thrown while rendering, for
 * whoever understands it.
 *
 * @internal
 */
export const isForFramework = (error: unknown): boolean =>
  Predicate.hasProperty(error, "digest") && typeof error.digest === "string" && error.digest.startsWith("NEXT_")
