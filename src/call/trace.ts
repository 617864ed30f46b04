/**
 * Spans that cost nothing while nobody traces.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/**
 * Puts an effect into a span, if the program has a tracer. Effect makes spans without one too, for nobody to see; for a
 * request of some microseconds that is a large part of the work.
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
      // Sound: what `withSpan` takes from the requirements is the parent span, which no effect of this library asks for.
      : Effect.withSpan(effect, name, attributes && { kind: "client", attributes }) as Effect.Effect<A, E, R>
  )
