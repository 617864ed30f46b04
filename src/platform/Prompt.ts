import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { HostUnavailable } from "./Page.ts"

/** Prompts for a secret; `null` if it is canceled. By default uses the browser's `prompt`, or fails with `HostUnavailable`. */
export const Prompt: Context.Reference<
  (message: string) => Effect.Effect<Redacted.Redacted<string> | null, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/platform/Prompt", {
  defaultValue: () => (message) =>
    Effect.suspend(() => {
      // Some server runtimes have `prompt` and block on standard input.
      if (!("document" in globalThis)) return noBrowser
      try {
        const text: unknown = globalThis.prompt(message)
        // Some hosts have the function without a dialog, and return other values.
        return Effect.succeed(typeof text === "string" ? Redacted.make(text) : null)
      } catch {
        return noBrowser
      }
    })
})

const noBrowser = /*#__PURE__*/ Effect.suspend(() =>
  Effect.fail(new HostUnavailable({ message: "Prompt requires a browser" }))
)
