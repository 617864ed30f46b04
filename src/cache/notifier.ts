/** Notification of cache listeners. */
import * as Effect from "effect/Effect"

/** A callback for changes. It is wrapped in an object, so that the same function can subscribe twice. */
export interface Listener {
  readonly notify: () => void
}

/** Notifies a cache's listeners. */
export interface Notifier {
  /** Notifies listeners: immediately, or after the current batch. */
  readonly notify: (listeners: ReadonlySet<Listener>) => void
  /** Runs a function, and notifies listeners after all of its changes. */
  readonly batch: (change: () => void) => void
  /**
   * Reads a snapshot while a view renders. Notifies listeners in the next tick, because React forbids updates during a
   * render.
   */
  readonly readInRender: <A>(read: () => A) => A
}

/** Creates a notifier. An exception in one listener is reported and does not affect the others or the fetch. */
export const makeNotifier = (
  run: (effect: Effect.Effect<void>) => void,
  report: (error: unknown) => Effect.Effect<void>
): Notifier => {
  const pendingListeners = new Set<ReadonlySet<Listener>>()
  let depth = 0

  const flush = () => {
    const all = Array.from(pendingListeners, (listeners) => Array.from(listeners)).flat()
    pendingListeners.clear()
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
      pendingListeners.add(listeners)
      if (depth === 0) flush()
    },
    batch: (change) => {
      depth++
      change()
      if (--depth === 0) flush()
    },
    readInRender: (read) => {
      depth++
      const value = read()
      if (--depth === 0 && pendingListeners.size > 0) run(Effect.andThen(Effect.yieldNow, Effect.sync(flush)))
      return value
    }
  }
}
