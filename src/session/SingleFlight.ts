/**
 * One run for all who ask at the same time.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * Runs an effect, or joins the run that is under way for the same key.
 *
 * Interrupting one of those who wait hurts none of the others; when the last of them goes, the run is interrupted too.
 * Whatever it ends with is handed out once and not kept.
 *
 * @category models
 * @since 0.1.0
 */
export type SingleFlight = <A, E>(key: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Creates a `SingleFlight`. A key stands for one kind of effect: everybody who uses it must ask for the same types.
 *
 * Effect's `Cache` does the same with a time to live of zero, and weighs another kB in a bundle.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<SingleFlight> = /*#__PURE__*/ Effect.sync(() => {
  const runs = new Map<string, Run>()
  return <A, E>(key: string, effect: Effect.Effect<A, E>) =>
    Effect.uninterruptibleMask((restore) =>
      // One step, so that no other fiber can begin a second run between the look and the start.
      Effect.withFiber((caller) => {
        const run = runs.get(key) ?? { fiber: Effect.runForkWith(caller.context)(effect), waiting: 0 }
        const forget = () => {
          if (runs.get(key) === run) runs.delete(key)
        }
        if (run.waiting++ === 0) {
          runs.set(key, run)
          run.fiber.addObserver(forget)
        }
        // Sound: by the contract of a key, the run that is joined has these types.
        return restore(Fiber.join(run.fiber) as Effect.Effect<A, E>).pipe(Effect.onInterrupt(() => {
          if (--run.waiting > 0) return Effect.void
          // Whoever asks from now on must not join a run that is being given up.
          forget()
          return Fiber.interrupt(run.fiber)
        }))
      })
    )
})

interface Run {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  waiting: number
}
