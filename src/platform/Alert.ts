/**
 * Telling of what nobody has dealt with: the user by a message, and the developer by the error.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Shows a message to the user. A browser's own dialogue by default, and nothing where there is none.
 *
 * @category references
 * @since 0.1.0
 */
export const Alert: Context.Reference<(message: string) => Effect.Effect<void>> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/Alert",
  { defaultValue: () => (message) => callInBrowser(() => globalThis.alert(message)) }
)

/**
 * Reports an error that nobody has caught. By default as a browser does it: in its console, and to whoever listens to the
 * `error` events of its window; elsewhere, in the console.
 *
 * @category references
 * @since 0.1.0
 */
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
    // Some servers have a dialogue too, with whoever started them.
    if (!("document" in globalThis)) return
    try {
      tell()
    } catch {
      // A frame in a sandbox, or a host that is no whole browser.
    }
  })
