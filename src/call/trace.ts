/** Spans for programs that have a tracer. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

/** Returns a program's tracer. Returns `undefined` without a tracer, and while tracing is disabled. */
export const getTracer = ({ cache }: Fiber.Fiber<unknown, unknown>): Tracer.Tracer | undefined =>
  cache.tracerEnabled ? cache.tracer : undefined

/**
 * Adds a span to an effect if the program has a tracer. Parent, links, attributes, status, level and stack frame are the same
 * as with `Effect.withSpan`.
 *
 * **Details**
 *
 * `Effect.withSpan` also creates a span without a tracer, which is a large part of a fast call's time. It adds Effect's
 * native tracer to every bundle.
 */
export const trace = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  attributes?: Readonly<Record<string, string>>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const tracer = getTracer(fiber)
    return tracer === undefined ? effect : addSpan(tracer, name, effect, attributes)
  })

const addSpan = <A, E, R>(
  tracer: Tracer.Tracer,
  name: string,
  effect: Effect.Effect<A, E, R>,
  attributes: Readonly<Record<string, string>> | undefined
): Effect.Effect<A, E, R> => {
  let end = (_: Exit.Exit<A, E>): void => {}
  const run = Effect.withFiber<A, E, R>((fiber) => {
    const parent = skipDisabled(fiber.cache.span)
    const clock = fiber.getRef(Clock.Clock)
    const isTimed = fiber.getRef(References.TracerTimingEnabled)
    const now = () => isTimed ? clock.currentTimeNanosUnsafe() : BigInt(0)
    const span = tracer.span({
      name,
      parent: Option.fromUndefinedOr(parent),
      annotations: Context.empty(),
      links: fiber.getRef(References.TracerSpanLinks).slice(),
      startTime: now(),
      kind: attributes ? "client" : "internal",
      root: false,
      sampled: parent?.sampled !== false &&
        LogLevel.getOrdinal(fiber.getRef(Tracer.MinimumTraceLevel)) <=
          LogLevel.getOrdinal(fiber.getRef(Tracer.CurrentTraceLevel))
    })
    end = (exit) => {
      if (span.status._tag !== "Ended") span.end(now(), exit)
    }
    for (const values of [fiber.getRef(References.TracerSpanAnnotations), attributes]) {
      for (const key in values) span.attribute(key, values[key])
    }
    // As with `Effect.withSpan`, the location is this module. The caller's location would add 2 µs to every call.
    const error = new Error()
    const frame: References.StackFrame = {
      name: span.name,
      stack: () => error.stack?.split("\n")[1]?.trim(),
      parent: fiber.cache.stackFrame
    }
    return Effect.updateContext(
      effect,
      (context: Context.Context<R>) =>
        Context.add(Context.add(context, References.CurrentStackFrame, frame), Tracer.ParentSpan, span)
    )
  })
  // The fiber can be interrupted before `run` starts, so the span is created inside the effect that ends it.
  return Effect.onExit(run, (exit) => Effect.sync(() => end(exit)))
}

/** Returns the nearest span whose propagation is not disabled. */
const skipDisabled = (span: Tracer.AnySpan | undefined): Tracer.AnySpan | undefined =>
  span !== undefined && Context.get(span.annotations, Tracer.DisablePropagation)
    ? skipDisabled(span._tag === "Span" ? Option.getOrUndefined(span.parent) : undefined)
    : span
