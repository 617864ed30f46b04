/**
 * Telling listeners of changes: when all has changed that changes at once, and never while a view renders.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/**
 * A callback that is run when a snapshot changes. It is wrapped in an object, so that one function can subscribe twice.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listener {
  readonly notify: () => void
}

/**
 * How a cache tells its listeners.
 *
 * @category models
 * @since 0.1.0
 */
export interface Notifier {
  /** Tells listeners now, or when what goes on is over. */
  readonly notify: (listeners: ReadonlySet<Listener>) => void
  /** Changes several things before anybody hears of one. */
  readonly batch: (change: () => void) => void
  /** Looks at something while a view renders: what that changes is told in the program's next turn. */
  readonly readInRender: <A>(look: () => A) => A
}

/**
 * Creates what tells listeners. What one of them dies of is reported, and is nothing to the others, nor to the fetch that has
 * brought the news.
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
