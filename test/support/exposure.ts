/** Everything that a program may print, log or trace, as strings to search for secrets. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { makeTracer } from "./makeTracer.ts"

/** The logs and traces of a test, as strings. */
export class Exposure extends Context.Service<Exposure, {
  readonly logs: ReadonlyArray<string>
  readonly spans: ReadonlyArray<Tracer.Span>
}>()("test/support/Exposure") {}

const formats = [
  Logger.formatSimple,
  Logger.formatLogFmt,
  Logger.formatJson,
  Logger.map(Logger.formatStructured, deepText)
]

/** Layer of loggers for every format and level, and of a tracer, which record their input. */
export const layer: Layer.Layer<Exposure> = Layer.unwrap(Effect.sync(() => {
  const logs: Array<string> = []
  const { spans, tracer } = makeTracer()
  return Layer.mergeAll(
    Layer.succeed(Exposure, { logs, spans }),
    Layer.succeed(Tracer.Tracer, tracer),
    Layer.succeed(References.MinimumLogLevel, "All"),
    Logger.layer([
      ...formats.map((format) => Logger.map(format, (text) => void logs.push(text))),
      Logger.make(({ cause, message }) => void logs.push(deepText(message), Cause.pretty(cause), deepText(cause)))
    ])
  )
}))

/** Everything visible of a value, at any depth. */
export function deepText(value: unknown): string {
  return inspect(value, {
    depth: Infinity,
    showHidden: true,
    maxArrayLength: null,
    maxStringLength: null,
    getters: true
  })
}

/** Runs an effect, logs its exit at every level, and returns all output. */
export const everything = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<string>, never, R | Exposure> =>
  Effect.gen(function*() {
    const { logs, spans } = yield* Exposure
    const logged = logs.length
    const traced = spans.length
    const exit = yield* Effect.exit(Effect.withSpan(effect, "test"))
    const texts: Array<string> = []
    const show = (value: unknown) => {
      texts.push(deepText(value), String(value), `${JSON.stringify(value)}`)
      if (value instanceof Error) texts.push(value.message, value.stack ?? "", deepText(value.cause))
    }
    show(exit)
    if (Exit.isFailure(exit)) {
      const { cause } = exit
      show(cause)
      texts.push(Cause.pretty(cause))
      const error = Cause.squash(cause)
      show(error)
      if (typeof error === "object" && error !== null && "reason" in error) show(error.reason)
      const logAs = [
        Effect.logTrace,
        Effect.logDebug,
        Effect.logInfo,
        Effect.logWarning,
        Effect.logError,
        Effect.logFatal
      ]
      for (const log of logAs) {
        yield* log(error)
        yield* log("failed", cause)
      }
      yield* Effect.annotateLogs(Effect.log(String(error)), { error })
    }
    for (const span of spans.slice(traced)) {
      texts.push(span.name, deepText(span.attributes), deepText(span.status))
      // Sound: the tracer above creates no others.
      texts.push(deepText((span as Tracer.NativeSpan).events))
      if (span.status._tag === "Ended" && Exit.isFailure(span.status.exit)) {
        texts.push(Cause.pretty(span.status.exit.cause))
      }
    }
    return [...texts, ...logs.slice(logged)]
  })
