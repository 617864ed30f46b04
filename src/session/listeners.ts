/**
 * Callbacks that want to know of changes.
 *
 * Effect's `PubSub` and `Stream` would carry changes too, and 6 kB into each bundle that never looks at one. Streams are
 * made where somebody asks for one.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * A set of listeners.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listeners<A> {
  /** Adds a listener until the scope closes. `first`, if given, is told to it at once. */
  readonly subscribe: (listener: (value: A) => void, first?: () => A) => Effect.Effect<void, never, Scope.Scope>
  /** Tells a value to every listener, in the order in which they came. */
  readonly tell: (value: A) => void
}

/**
 * Creates an empty set of listeners.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeListeners = <A>(): Listeners<A> => {
  const listeners = new Set<{ readonly tell: (value: A) => void }>()
  return {
    subscribe: (tell, first) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => {
          // An object of its own: the same function may listen twice.
          const entry = { tell }
          listeners.add(entry)
          if (first !== undefined) tell(first())
          return entry
        }),
        (entry) => Effect.sync(() => listeners.delete(entry))
      )),
    tell: (value) => listeners.forEach((entry) => entry.tell(value))
  }
}
