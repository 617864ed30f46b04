/** Streams of the values that a listener receives. */
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * Creates a stream of the values that `subscribe` emits while its scope is open. The buffer is unbounded.
 *
 * **Details**
 *
 * `Stream.callback` would add Effect's `Queue` to every bundle with a session, which is 1.6 kB.
 */
export const makeStream = <A, R>(
  subscribe: (emit: (value: A) => void) => Effect.Effect<void, never, R | Scope.Scope>
): Stream.Stream<A, never, Exclude<R, Scope.Scope>> =>
  Stream.transformPull(Stream.empty, (_, scope) => {
    let values: Array<A> = []
    let wake = () => {}
    const take = Effect.sync(() => {
      const taken = values
      values = []
      // Sound: `take` runs only while there is a value.
      return taken as unknown as Arr.NonEmptyReadonlyArray<A>
    })
    const pull = Effect.callback<Arr.NonEmptyReadonlyArray<A>>((resume) => {
      // A value may arrive while the fiber yields between two steps, so the buffer is checked in this one.
      if (values.length > 0) return resume(take)
      wake = () => {
        wake = () => {}
        resume(take)
      }
      return Effect.sync(() => wake = () => {})
    })
    const start = subscribe((value) => {
      values.push(value)
      wake()
    })
    return Effect.as(Scope.provide(start, scope), pull)
  })
