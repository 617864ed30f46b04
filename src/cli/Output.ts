/**
 * Where a command line writes to.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What takes a command line's text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Output {
  /** Whether somebody looks at it as it is written, on a terminal that can write over a line. */
  readonly isInteractive: Effect.Effect<boolean>
  /** Writes a text as it is, without a line break of its own. */
  readonly write: (text: string) => Effect.Effect<void>
}

/**
 * The output of the program: standard output, unless another is provided. It is interactive on a terminal, but for a `dumb`
 * one, and nowhere in continuous integration, which sets `CI`.
 *
 * **Example** (A test that reads what a program writes)
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
 *
 * @category references
 * @since 0.1.0
 */
export const Output: Context.Reference<Output> = Context.Reference<Output>("latchkey/cli/Output", {
  defaultValue: () => ({
    isInteractive: Effect.sync(() => isTerminal(process.stdout, process.env)),
    write: (text) => Effect.sync(() => void process.stdout.write(text))
  })
})

/** Whether somebody looks at a stream as it is written. */
export const isTerminal = (
  { isTTY = false }: { readonly isTTY?: boolean | undefined },
  { CI = "", TERM }: { readonly [name in "CI" | "TERM"]?: string | undefined }
): boolean => isTTY && TERM !== "dumb" && (CI === "" || CI === "false")
