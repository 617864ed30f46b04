/** Program listeners to a value. */

/** Listeners to a value. An exception in one is reported, and reaches neither the others nor the caller. @internal */
export interface Listeners<A> {
  /** The number of listeners. */
  readonly size: () => number
  /** Adds a listener, and calls it with the current value. The returned function removes it. */
  readonly add: (listener: (value: A) => void) => () => void
  /**
   * Calls each listener that has not seen the current value. A listener may change the value: the others then see only the newest
   * one.
   */
  readonly notify: () => void
}

/** @internal */
export const makeListeners = <A>(get: () => A): Listeners<A> => {
  // Objects, so that the same function can be added twice.
  const entries = new Set<{ readonly listener: (value: A) => void; seen?: A }>()
  const notify = () => {
    for (const entry of entries) {
      const value = get()
      if ("seen" in entry && entry.seen === value) continue
      entry.seen = value
      callListener(entry.listener, value)
    }
  }
  return {
    size: () => entries.size,
    add: (listener) => {
      const entry = { listener }
      entries.add(entry)
      notify()
      return () => void entries.delete(entry)
    },
    notify
  }
}

/** Calls a listener, and reports its exception or rejection. @internal */
export const callListener = <A>(listener: (value: A) => void, value: A): void => {
  try {
    // The type allows async functions.
    const returned: unknown = listener(value)
    if (returned instanceof Promise) returned.catch(report)
  } catch (error) {
    report(error)
  }
}

/** Reports an exception as the host reports uncaught ones. @internal */
export const report = (error: unknown): void =>
  typeof globalThis.reportError === "function" ? globalThis.reportError(error) : globalThis.console.error(error)
