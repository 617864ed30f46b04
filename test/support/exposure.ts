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

/** The formats of a log. They differ between levels only in the name of the level, as a test asserts. */
export const formats: ReadonlyArray<Logger.Logger<unknown, string>> = [
  Logger.formatSimple,
  Logger.formatLogFmt,
  Logger.formatJson,
  Logger.map(Logger.formatStructured, (entry) => deepTexts(Object.entries(entry).flat()))
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
      Logger.make((entry) => {
        if (isShown(entry)) return
        const { cause, message } = entry
        logs.push(
          ...formats.map((format) => format.log(entry)),
          Array.isArray(message) ? deepTexts(message) : deepText(message),
          prettyText(cause),
          deepTexts([cause])
        )
      })
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

/** What was shown of an exit while it is logged. It no longer changes, so that equal texts are made once. */
let shown: {
  readonly values: Map<unknown, string>
  readonly causes: Map<Cause.Cause<unknown>, string>
  readonly entries: Array<Entry>
} | undefined

/** A log without its level and time. */
type Entry = ReadonlyArray<unknown>

/** Returns `true` if the exit was logged with the same content at another level. */
const isShown = ({ cause, fiber, message }: Logger.Options<unknown>): boolean => {
  if (shown === undefined) return false
  const entry: Entry = [
    cause,
    ...Object.entries(fiber.getRef(References.CurrentLogAnnotations)).flat(),
    ...Array.isArray(message) ? message : [message]
  ]
  if (shown.entries.some((other) => other.length === entry.length && other.every((part, i) => part === entry[i]))) {
    return true
  }
  shown.entries.push(entry)
  return false
}

const memoize = <A>(texts: Map<A, string> | undefined, value: A, format: (value: A) => string): string => {
  const known = texts?.get(value)
  if (known !== undefined) return known
  const text = format(value)
  texts?.set(value, text)
  return text
}

/** Everything visible of each value. */
function deepTexts(values: ReadonlyArray<unknown>): string {
  return values.map((value) => memoize(shown?.values, value, deepText)).join("\n")
}

const prettyText = (cause: Cause.Cause<unknown>): string => memoize(shown?.causes, cause, Cause.pretty)

/** The exit of an effect, and all output. */
export interface Exposed<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly texts: ReadonlyArray<string>
}

/** Runs an effect, logs its exit at every level, and returns the exit and all output. */
export const expose = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Exposed<A, E>, never, R | Exposure> =>
  Effect.gen(function*() {
    const { logs, spans } = yield* Exposure
    const logged = logs.length
    const traced = spans.length
    const exit = yield* Effect.exit(Effect.withSpan(effect, "test"))
    shown = { values: new Map(), causes: new Map(), entries: [] }
    const texts: Array<string> = []
    const show = (value: unknown) => {
      texts.push(deepTexts([value]), String(value), `${JSON.stringify(value)}`)
      if (value instanceof Error) texts.push(value.message, value.stack ?? "", deepText(value.cause))
    }
    show(exit)
    if (Exit.isFailure(exit)) {
      const { cause } = exit
      show(cause)
      texts.push(prettyText(cause))
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
      texts.push(span.name, deepText(span.attributes), deepTexts(Object.values(span.status)))
      // Sound: the tracer above creates no others.
      texts.push(deepText((span as Tracer.NativeSpan).events))
      if (span.status._tag === "Ended" && Exit.isFailure(span.status.exit)) {
        texts.push(prettyText(span.status.exit.cause))
      }
    }
    return { exit, texts: [...texts, ...logs.slice(logged)] }
  }).pipe(Effect.ensuring(Effect.sync(() => shown = undefined)))

/** Runs an effect, logs its exit at every level, and returns all output. */
export const everything = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<string>, never, R | Exposure> => Effect.map(expose(effect), ({ texts }) => texts)
