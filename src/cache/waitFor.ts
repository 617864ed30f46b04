/** Waits for a condition on a readable value. */
import * as Effect from "effect/Effect"
import type { Readable } from "./Observer.ts"

/** Waits until `pick` returns an effect for the current snapshot, and runs it. Unsubscribes then. */
export const waitFor = <S, A, E>(
  { getSnapshot, subscribe }: Pick<Readable<S>, "getSnapshot" | "subscribe">,
  pick: (value: S) => Effect.Effect<A, E> | undefined
): Effect.Effect<A, E> =>
  Effect.callback((resume) => {
    let isDone = false
    // The first listener call may happen before `subscribe` returns.
    let stop = () => {}
    const check = () => {
      const effect = isDone ? undefined : pick(getSnapshot())
      if (effect === undefined) return
      isDone = true
      stop()
      resume(effect)
    }
    stop = subscribe(check)
    check()
    if (isDone) stop()
    return Effect.sync(() => stop())
  })
