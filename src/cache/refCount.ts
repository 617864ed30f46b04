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
export interface RefCount {
  /** Holds it. Returns what lets go of it again. */
  readonly acquire: () => () => void
  /** Looks at it in passing: unless somebody holds it, it is kept for a while. */
  readonly touch: () => void
  /** There is nothing to keep any more, whoever lets go of it later. */
  readonly dispose: () => void
}

/**
 * Creates a lease of something that nobody holds yet.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeRefCount = (run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>, drop: () => void): RefCount => {
  let count = 0
  let isDisposed = false
  let idle: Fiber.Fiber<void> | undefined

  const wake = () => {
    idle?.interruptUnsafe()
    idle = undefined
  }

  const touch = () => {
    if (count === 0 && idle === undefined && !isDisposed) {
      idle = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(drop)))
    }
  }

  return {
    acquire: () => {
      count++
      wake()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        count--
        touch()
      }
    },
    touch,
    dispose: () => {
      isDisposed = true
      wake()
    }
  }
}
