/** The exit code of the test's process, which commands set. */
import * as Effect from "effect/Effect"

/** Restores the exit code when the scope closes. */
export const restoreExitCode = Effect.asVoid(Effect.acquireRelease(
  Effect.sync(() => process.exitCode),
  (before) =>
    Effect.sync(() => {
      process.exitCode = before
    })
))
