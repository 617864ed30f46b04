/** The default handler for errors that no component handles. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { Alert, ReportError } from "../src/platform/Alert.ts"
import type { KnownError } from "../src/wire/KnownError.ts"
import type { ErrorHandler, Runtime } from "./Auth.ts"
import { failures } from "./texts/en/failures.ts"
import type { TextOverrides } from "./texts/texts.ts"

/**
 * Returns a message for users: the service's message for a known error, and a message about the connection for a network
 * failure. All other errors share one message, because theirs are for developers.
 */
export const messageOf = (error: unknown): string => expectedMessageOf(error) ?? failures.unexpected

/**
 * Returns `undefined` for an error that has no message for users.
 *
 * @internal
 */
export const expectedMessageOf = (error: unknown, texts?: TextOverrides): string | undefined => {
  const reason = reasonOf(error)
  if (isNetworkFailure(error)) {
    return textFor(texts?.reasons, reason) ??
      (fieldOf(fieldOf(reason, "diagnostics"), "offline") === true ? failures.offline : failures.unreachable)
  }
  const known = fieldOf(reason, "error") ?? error
  return isKnownError(known) ? textFor(texts?.errors, known) ?? known.message : undefined
}

/**
 * Returns the text for an error from a table by tag, if it has one.
 *
 * @internal
 */
export const textFor = (table: unknown, error: unknown): string | undefined => {
  // Sound: the table maps each tag to the text, or to the function for errors with that tag.
  const text = fieldOf(table, String(fieldOf(error, "_tag"))) as string | ((error: unknown) => string) | undefined
  return typeof text === "function" ? text(error) : text
}

/** @internal */
export const isNetworkFailure = (error: unknown): boolean => Predicate.isTagged(reasonOf(error), "NetworkFailure")

/** @internal */
export const reasonOf = (error: unknown): unknown =>
  Predicate.isTagged(error, "ApiError") ? fieldOf(error, "reason") : undefined

/** @internal */
export const fieldOf = (value: unknown, key: string): unknown =>
  Predicate.hasProperty(value, key) ? value[key] : undefined

/** Checks the structure, not the class. The error may come from another copy of the library. */
const isKnownError = (error: unknown): error is KnownError =>
  ["_tag", "code", "details"].every((key) => Predicate.hasProperty(error, key)) &&
  typeof fieldOf(error, "message") === "string"

/**
 * Creates the error handler for an `AuthProvider` that has no `onError`. It alerts the user in the texts' language, unless
 * an error boundary shows the error. Errors without a message for users are also reported to the developer.
 */
export const reportError =
  (runtime: Runtime, texts: TextOverrides | undefined): ErrorHandler => (error, { isShown }) => {
    const message = expectedMessageOf(error, texts)
    if (message === undefined) runtime.runFork(Effect.flatMap(ReportError, (report) => report(error)))
    if (isShown) return
    const text = message ?? texts?.common?.unexpected ?? failures.unexpected
    runtime.runFork(Effect.flatMap(Alert, (alert) => alert(text)))
  }

/**
 * Returns `true` for a value that controls the framework rather than reports an error, such as Next's redirects.
 *
 * @internal
 */
export const isForFramework = (error: unknown): boolean =>
  Predicate.hasProperty(error, "digest") && typeof error.digest === "string" && error.digest.startsWith("NEXT_")
