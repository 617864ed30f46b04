/**
 * Keeping something for as long as somebody holds it, and a while longer.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"

/** How long a value is kept when nobody looks at it any more, in milliseconds. */
export const idleMillis = 5000

/**
 * What is held, and by how many.
 *
 * @category models
 * @since 0.1.0
 */
export interface Lease {
  /** Holds it. Returns what lets go of it again. */
  readonly hold: () => () => void
  /** Looks at it in passing: unless somebody holds it, it is kept for a while. */
  readonly rest: () => void
  /** There is nothing to keep any more, whoever lets go of it later. */
  readonly end: () => void
}

/**
 * Creates a lease of something that nobody holds yet.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeLease = (run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>, drop: () => void): Lease => {
  let holders = 0
  let isOver = false
  let idle: Fiber.Fiber<void> | undefined

  const wake = () => {
    idle?.interruptUnsafe()
    idle = undefined
  }

  const rest = () => {
    if (holders === 0 && idle === undefined && !isOver) {
      idle = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(drop)))
    }
  }

  return {
    hold: () => {
      holders++
      wake()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders--
        rest()
      }
    },
    rest,
    end: () => {
      isOver = true
      wake()
    }
  }
}
