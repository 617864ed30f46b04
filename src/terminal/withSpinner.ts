import * as Effect from "effect/Effect"
import { Output } from "./Output.ts"

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

const frameMillis = 80

/** Moves to the start of the line and clears it. */
const clear = "\r\u001b[2K"

/** Shows a spinner while an effect runs, after `from` has completed, if the output is interactive. */
export const withSpinner = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { from, text }: { readonly from: Effect.Effect<void>; readonly text: string }
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Output, ({ isInteractive, write }) => {
    let isShown = false
    const spin = Effect.gen(function*() {
      yield* from
      isShown = true
      for (let i = 0;; i = (i + 1) % frames.length) {
        yield* write(`\r${frames[i]} ${text}`)
        yield* Effect.sleep(frameMillis)
      }
    })
    return Effect.flatMap(isInteractive, (isInteractive) =>
      isInteractive
        ? Effect.ensuring(Effect.raceFirst(effect, spin), Effect.suspend(() => isShown ? write(clear) : Effect.void))
        : effect)
  })
