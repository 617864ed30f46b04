/**
 * One run for all who ask at the same time.
 *
 * @since 0.1.0
 */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Hash from "effect/Hash"

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
export const make: Effect.Effect<SingleFlight> = /*#__PURE__*/ Effect.map(
  /*#__PURE__*/ Cache.makeWith(({ effect }: Run) => effect, { capacity: Infinity, timeToLive: () => Duration.zero }),
  (runs) => <A, E>(key: string, effect: Effect.Effect<A, E>) =>
    // Sound: by the contract of a key, the run that is joined has these types.
    Cache.get(runs, run(key, effect)) as Effect.Effect<A, E>
)

/** A key of the cache that brings its effect along; two of them are equal when their texts are. */
interface Run extends Equal.Equal {
  readonly key: string
  readonly effect: Effect.Effect<unknown, unknown>
}

const run = (key: string, effect: Effect.Effect<unknown, unknown>): Run => ({
  key,
  effect,
  // Sound: the cache holds no other keys.
  [Equal.symbol]: (that: Equal.Equal) => (that as Run).key === key,
  [Hash.symbol]: () => Hash.string(key)
})
