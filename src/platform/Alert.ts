import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Shows a message to the user. By default uses the browser's `alert`; on hosts without a document, does nothing. */
export const Alert: Context.Reference<(message: string) => Effect.Effect<void>> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/Alert",
  { defaultValue: () => (message) => callInBrowser(() => globalThis.alert(message)) }
)

/** Reports an unhandled error. By default uses the global `reportError`, which fires an `error` event, or else the console. */
export const ReportError: Context.Reference<(error: unknown) => Effect.Effect<void>> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/ReportError",
  {
    defaultValue: () => (error) =>
      typeof globalThis.reportError === "function"
        ? callInBrowser(() => globalThis.reportError(error))
        : Effect.sync(() => globalThis.console.error(error))
  }
)

const callInBrowser = (tell: () => void): Effect.Effect<void> =>
  Effect.sync(() => {
    // Some server runtimes have `alert` and block on standard input.
    if (!("document" in globalThis)) return
    try {
      tell()
    } catch {
      // A sandboxed frame, or an incomplete browser environment.
    }
  })
