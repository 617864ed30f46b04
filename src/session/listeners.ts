/**
 * Listeners for changes.
 *
 * Effect's `PubSub` and `Stream` would add 6 kB to every bundle. Functions that return a stream create it on demand.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A set of listeners. */
export interface Listeners<A, B = undefined> {
  /** Adds a listener until the scope closes. If `first` is set, calls the listener with its result immediately. */
  readonly subscribe: (
    listener: (value: A, detail?: B) => void,
    first?: () => A
  ) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Calls all listeners with a value, in subscription order. If a listener calls it with a newer value, the others
   * get the current value first, and all have the newer value when it returns.
   */
  readonly notify: (value: A, detail?: B) => void
}

/** Creates an empty set of listeners. */
export const makeListeners = <A, B = undefined>(): Listeners<A, B> => {
  const listeners = new Set<{ readonly listener: (value: A, detail?: B) => void }>()
  /** The calls that are due, also for a notification during which a listener caused another one. */
  const due: Array<() => void> = []
  return {
    subscribe: (listener, first) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => {
          // An object, so that the same function can subscribe twice.
          const entry = { listener }
          listeners.add(entry)
          if (first !== undefined) listener(first())
          return entry
        }),
        (entry) => Effect.sync(() => listeners.delete(entry))
      )),
    notify: (value, detail) => {
      listeners.forEach((entry) => due.push(() => listeners.has(entry) && entry.listener(value, detail)))
      while (due.length > 0) due.shift()!()
    }
  }
}
