import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CodedError } from "../platform/CodedError.ts"

/** No browser could be opened, for example on a server. */
export class BrowserNotOpened extends CodedError("BrowserNotOpened")<{ readonly message: string }> {}

/** Opens a URL in the system's default browser. Provide another implementation to open it differently. */
export const Browser: Context.Reference<{
  readonly open: (url: Redacted.Redacted<string>) => Effect.Effect<void, BrowserNotOpened>
}> = Context.Reference("latchkey/terminal/Browser", {
  defaultValue: () => ({
    open: (url: Redacted.Redacted<string>) =>
      Effect.tryPromise({
        try: async () => {
          const { default: open } = await import("open")
          await open(Redacted.value(url))
        },
        // The system's message may contain the URL, which is a secret.
        catch: () => new BrowserNotOpened({ message: "Couldn't open a browser" })
      })
  })
})
