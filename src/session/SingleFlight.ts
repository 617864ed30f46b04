/** Shares an effect's run between concurrent callers. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * Runs an effect, or joins the current run with the same key.
 *
 * Interrupting a caller does not affect the others. The run is interrupted with its last caller. Results are not cached.
 */
export type SingleFlight = <A, E>(key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Creates a `SingleFlight`. All effects with a key must have the same type.
 *
 * Effect's `Cache` with zero time to live would do the same, but adds 1 kB to a bundle.
 */
export const make: Effect.Effect<SingleFlight> = /*#__PURE__*/ Effect.sync(() => {
  const runs = new Map<string, Run>()
  return <A, E>(key: string, effect: Effect.Effect<A, E>) =>
    Effect.uninterruptibleMask((restore) =>
      // Synchronous, so that no other fiber can start a second run after the lookup.
      Effect.withFiber((caller) => {
        const run = runs.get(key) ?? { fiber: Effect.runForkWith(caller.context)(effect), waiting: 0 }
        const remove = () => {
          if (runs.get(key) === run) runs.delete(key)
        }
        if (run.waiting++ === 0) {
          runs.set(key, run)
          run.fiber.addObserver(remove)
        }
        // Sound: all key effects have the same type.
        return restore(Fiber.join(run.fiber) as Effect.Effect<A, E>).pipe(Effect.onInterrupt(() => {
          if (--run.waiting > 0) return Effect.void
          // Later callers must not join a run that is being interrupted.
          remove()
          return Fiber.interrupt(run.fiber)
        }))
      })
    )
})

interface Run {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  waiting: number
}
