/**
 * Waiting for something that can be read and subscribed to.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Readable } from "./Cache.ts"

/**
 * Waits until what is read is what was waited for, and looks no longer then.
 *
 * @category combinators
 * @since 0.1.0
 */
export const waitFor = <S, A, E>(
  { getSnapshot, subscribe }: Pick<Readable<S>, "getSnapshot" | "subscribe">,
  pick: (value: S) => Effect.Effect<A, E> | undefined
): Effect.Effect<A, E> =>
  Effect.callback((resume) => {
    let isOver = false
    // A listener may be called before it is known how it stops.
    let stop = () => {}
    const look = () => {
      const found = isOver ? undefined : pick(getSnapshot())
      if (found === undefined) return
      isOver = true
      stop()
      resume(found)
    }
    stop = subscribe(look)
    look()
    if (isOver) stop()
    return Effect.sync(() => stop())
  })
