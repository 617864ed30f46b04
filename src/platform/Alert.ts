/**
 * Telling the user something that has to be read.
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
  {
    defaultValue: () => (message) =>
      Effect.sync(() => {
        // Some servers have an alert too, which would wait for whoever started them.
        if (!("document" in globalThis)) return
        try {
          globalThis.alert(message)
        } catch {
          // A host that has the function and no dialogue.
        }
      })
  }
)
