/**
 * The browser of whoever sits at the terminal.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * No browser could be opened, such as on a server.
 *
 * @category errors
 * @since 0.1.0
 */
export class BrowserNotOpened extends Data.TaggedError("BrowserNotOpened")<{ readonly message: string }> {}

/**
 * How an address is opened: in the default browser of the system, unless a program provides another way.
 *
 * @category references
 * @since 0.1.0
 */
export const Browser: Context.Reference<{
  readonly open: (url: Redacted.Redacted<string>) => Effect.Effect<void, BrowserNotOpened>
}> = Context.Reference("latchkey/cli/Browser", {
  defaultValue: () => ({
    open: (url: Redacted.Redacted<string>) =>
      Effect.tryPromise({
        try: async () => {
          const { default: open } = await import("open")
          await open(Redacted.value(url))
        },
        // What the system says may repeat the address.
        catch: () => new BrowserNotOpened({ message: "No browser could be opened" })
      })
  })
})
