/**
 * One run for all who ask at the same time.
 *
 * @since 0.1.0
 */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

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
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<SingleFlight> = /*#__PURE__*/ Effect.gen(function*() {
  const jobs = new Map<string, Effect.Effect<unknown, unknown>>()
  const runs = yield* Cache.makeWith(
    (key: string) => Effect.ensuring(jobs.get(key)!, Effect.sync(() => jobs.delete(key))),
    { capacity: Infinity, timeToLive: () => Duration.zero }
  )
  return <A, E>(key: string, effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      if (!jobs.has(key)) jobs.set(key, effect)
      // Sound: by the contract of a key, the run that is joined has these types.
      return Cache.get(runs, key) as Effect.Effect<A, E>
    })
})
