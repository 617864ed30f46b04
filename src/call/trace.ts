/**
 * Spans for programs that have a tracer.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/**
 * Adds a span to an effect if the program has a tracer. Without a tracer, `Effect.withSpan` would still create a span,
 * which is a large part of the time of a fast call.
 *
 * @category combinators
 * @since 0.1.0
 */
export const trace = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  attributes?: Readonly<Record<string, string>>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    Context.getOrUndefined(fiber.context, Tracer.Tracer) === undefined
      ? effect
      // Sound: `withSpan` removes the parent span from the requirements, and no effect of this library requires one.
      : Effect.withSpan(effect, name, attributes && { kind: "client", attributes }) as Effect.Effect<A, E, R>
  )
