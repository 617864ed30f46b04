import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The destination of a program's output. */
export interface Output {
  /** Succeeds with `true` if the output is a terminal that can overwrite a line. */
  readonly isInteractive: Effect.Effect<boolean>
  /** Writes a string without adding a line break. */
  readonly write: (text: string) => Effect.Effect<void>
}

/**
 * The program's output: standard output by default. It is interactive in a terminal, except in a `dumb` one and in
 * continuous integration, which sets `CI`.
 *
 * **Example** (Capturing the output in a test)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Output } from "latchkey/cli"
 *
 * const layerTest = (written: Array<string>) =>
 *   Layer.succeed(Output, {
 *     isInteractive: Effect.succeed(true),
 *     write: (text) => Effect.sync(() => void written.push(text))
 *   })
 * ```
 */
export const Output: Context.Reference<Output> = Context.Reference<Output>("latchkey/cli/Output", {
  defaultValue: () => ({
    isInteractive: Effect.sync(() => isTerminal(process.stdout, process.env)),
    write: (text) => Effect.sync(() => void process.stdout.write(text))
  })
})

/** Returns `true` if a stream is an interactive terminal. */
export const isTerminal = (
  { isTTY = false }: { readonly isTTY?: boolean | undefined },
  { CI = "", TERM }: { readonly [name in "CI" | "TERM"]?: string | undefined }
): boolean => isTTY && TERM !== "dumb" && (CI === "" || CI === "false")
