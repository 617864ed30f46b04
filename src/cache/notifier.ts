/**
 * Notification of cache listeners.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/**
 * A callback for changes. It is wrapped in an object, so that the same function can subscribe twice.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listener {
  readonly notify: () => void
}

/**
 * Notifies the listeners of a cache.
 *
 * @category models
 * @since 0.1.0
 */
export interface Notifier {
  /** Notifies listeners: immediately, or after the current batch. */
  readonly notify: (listeners: ReadonlySet<Listener>) => void
  /** Runs a function, and notifies listeners after all of its changes. */
  readonly batch: (change: () => void) => void
  /**
   * Reads a snapshot while a view renders. Notifies listeners in the next tick, because React forbids updates during a
   * render.
   */
  readonly readInRender: <A>(look: () => A) => A
}

/**
 * Creates a notifier. An exception in one listener is reported and does not affect the others or the fetch.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeNotifier = (
  run: (effect: Effect.Effect<void>) => void,
  report: (error: unknown) => Effect.Effect<void>
): Notifier => {
  const changed = new Set<ReadonlySet<Listener>>()
  let quiet = 0

  const flush = () => {
    const all = Array.from(changed, (listeners) => Array.from(listeners)).flat()
    changed.clear()
    for (const listener of all) {
      try {
        listener.notify()
      } catch (error) {
        run(report(error))
      }
    }
  }

  return {
    notify: (listeners) => {
      changed.add(listeners)
      if (quiet === 0) flush()
    },
    batch: (change) => {
      quiet++
      change()
      if (--quiet === 0) flush()
    },
    readInRender: (look) => {
      quiet++
      const value = look()
      if (--quiet === 0 && changed.size > 0) run(Effect.andThen(Effect.yieldNow, Effect.sync(flush)))
      return value
    }
  }
}
