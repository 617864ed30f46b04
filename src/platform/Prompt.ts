/**
 * Asking the user for a line of text.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { HostUnavailable } from "./Page.ts"

/**
 * Asks the user for a secret, with a message that says which; `null` when the user gives none. A browser's own dialogue by
 * default, and `HostUnavailable` where there is none.
 *
 * @category references
 * @since 0.1.0
 */
export const Prompt: Context.Reference<
  (message: string) => Effect.Effect<Redacted.Redacted<string> | null, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/platform/Prompt", {
  defaultValue: () => (message) =>
    Effect.suspend(() => {
      // Some servers have a prompt too, which would wait for whoever started them.
      if (!("document" in globalThis)) return nobodyToAsk
      try {
        const text: unknown = globalThis.prompt(message)
        // Where a host has the function and no dialogue, it returns whatever it likes.
        return Effect.succeed(typeof text === "string" ? Redacted.make(text) : null)
      } catch {
        return nobodyToAsk
      }
    })
})

const nobodyToAsk = /*#__PURE__*/ Effect.suspend(() =>
  Effect.fail(new HostUnavailable({ message: "Asking the user requires a browser" }))
)
