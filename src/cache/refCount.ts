/** A reference count with an idle time. */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"

/** The time for which a value without references is kept, in milliseconds. */
export const idleMillis = 5000

/** Counts the references to a value. */
export interface RefCount {
  /** Adds a reference. Returns a function that removes it. */
  readonly acquire: () => () => void
  /** Adds or removes the reference that the value itself has. */
  readonly retain: (isRetained: boolean) => void
  /** Starts the idle time, if there are no references. */
  readonly touch: () => void
  /** Stops counting. A reference that is removed later has no effect. */
  readonly dispose: () => void
}

/** Creates a reference count of zero. Runs `drop` when the value has had no references for the idle time. */
export const makeRefCount = (run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>, drop: () => void): RefCount => {
  let count = 0
  let isDisposed = false
  let idle: Fiber.Fiber<void> | undefined
  let release: (() => void) | undefined

  const stopIdle = () => {
    idle?.interruptUnsafe()
    idle = undefined
  }

  const touch = () => {
    if (count === 0 && idle === undefined && !isDisposed) {
      idle = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(drop)))
    }
  }

  const acquire = () => {
    count++
    stopIdle()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      count--
      touch()
    }
  }

  return {
    acquire,
    retain: (isRetained) => {
      if (!isRetained) release?.()
      release = isRetained ? release ?? acquire() : undefined
    },
    touch,
    dispose: () => {
      isDisposed = true
      stopIdle()
    }
  }
}
