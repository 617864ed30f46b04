/** The interfaces through which views read a cache. */
import type { CacheState } from "./CacheState.ts"

/** A value that can be read and subscribed to. The snapshot is the same object until the value changes. */
export interface Readable<A> {
  /** Calls the listener on each change. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => A
  /** Returns the value that server-rendered pages use. A client uses the same value while it hydrates. */
  readonly getServerSnapshot: () => A
}

/** A cached value's observer. Reading the snapshot starts the first fetch. */
export interface Observer<A, E> extends Readable<CacheState<A, E>> {
  /**
   * Returns the server snapshot for a view that renders a pending state. If the server rendered the entry as pending, it
   * stays pending during hydration, even if the value has arrived since.
   */
  readonly getServerState: () => CacheState<A, E>
  /**
   * Returns a promise that resolves when the state is no longer pending. It is the same promise until then, and never
   * rejects.
   */
  readonly whenSettled: () => Promise<void>
  /** Refetches the value. */
  readonly refresh: () => void
}
