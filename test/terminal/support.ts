/** A terminal and a browser for tests, which record output and opened URLs. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Browser, BrowserNotOpened, Output } from "latchkey/cli"

/** The events at the terminal. */
export class Desk extends Context.Service<Desk, {
  /** Each string as written. */
  readonly written: ReadonlyArray<string>
  /** Each URL opened in the browser. */
  readonly opened: ReadonlyArray<string>
}>()("test/cli/Desk") {}

/** Layer of an interactive terminal with a browser, unless a test configures it otherwise. */
export const layerDesk = (
  { hasBrowser = true, isInteractive = true, isStuck = false }: {
    readonly hasBrowser?: boolean
    readonly isInteractive?: boolean
    /** `true` if the program that opens the browser never ends. */
    readonly isStuck?: boolean
  } = {}
) =>
  Layer.effectContext(Effect.sync(() => {
    const written: Array<string> = []
    const opened: Array<string> = []
    const output = {
      isInteractive: Effect.succeed(isInteractive),
      write: (text: string) => Effect.sync(() => void written.push(text))
    }
    const browser = {
      open: (url: Redacted.Redacted<string>) =>
        Effect.suspend(() => {
          opened.push(Redacted.value(url))
          if (isStuck) return Effect.never
          return hasBrowser ? Effect.void : Effect.fail(new BrowserNotOpened({ message: "There is none" }))
        })
    }
    return Context.make(Desk, { written, opened }).pipe(Context.add(Output, output), Context.add(Browser, browser))
  }))

/** A terminal's display of the output: `\r` returns to the start of the line, `ESC[2K` clears it. */
export const screenOf = (written: ReadonlyArray<string>): string => {
  const lines = [""]
  // An empty line equals returning: no frame is shorter than the one it covers.
  for (const [part] of written.join("").replaceAll("\u001b[2K", "\r").matchAll(/\r|\n|[^\r\n]+/g)) {
    if (part === "\n") lines.push("")
    else lines[lines.length - 1] = part === "\r" ? "" : lines.at(-1)! + part
  }
  return lines.join("\n")
}
