/** The printed, logged and traced output of a program, as strings to search for secrets. */
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
  readonly formatter: Formatter
}>()("test/support/Exposure") {}

/** Formats a value with its nested, hidden and computed properties. */
export function deepText(value: unknown): string {
  return inspect(value, {
    depth: Infinity,
    showHidden: true,
    maxArrayLength: null,
    maxStringLength: null,
    getters: true
  })
}

type FormatValues = (values: ReadonlyArray<unknown>) => string

const makeFormats = (formatValues: FormatValues): ReadonlyArray<Logger.Logger<unknown, string>> => [
  Logger.formatSimple,
  Logger.formatLogFmt,
  Logger.formatJson,
  Logger.map(Logger.formatStructured, (entry) => formatValues(Object.entries(entry).flat()))
]

/** The formats of a log. They differ between levels only in the name of the level, as a test asserts. */
export const formats = makeFormats((values) => values.map(deepText).join("\n"))

/** A log without its level and time. */
type Entry = ReadonlyArray<unknown>

/** The texts of an exit, and its logs. */
interface Cache {
  readonly values: Map<unknown, string>
  readonly causes: Map<Cause.Cause<unknown>, string>
  readonly entries: Array<Entry>
}

/** Formats values, causes and logs. */
interface Formatter {
  readonly formatValues: FormatValues
  readonly formatCause: (cause: Cause.Cause<unknown>) => string
  /** Returns the texts of a log. With a cache, returns none if the same content was logged at another level. */
  readonly formatLog: (entry: Logger.Options<unknown>) => ReadonlyArray<string>
  /** Runs an effect that logs one exit. An exit does not change, so each value, cause and log is formatted once. */
  readonly withCache: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const makeFormatter = (): Formatter => {
  let cache: Cache | undefined
  const formatValues: FormatValues = (values) =>
    values.map((value) => memoize(cache?.values, value, deepText)).join("\n")
  const formatCause = (cause: Cause.Cause<unknown>) => memoize(cache?.causes, cause, Cause.pretty)
  const formats = makeFormats(formatValues)
  return {
    formatValues,
    formatCause,
    formatLog: (entry) => {
      if (cache !== undefined && !addEntry(cache.entries, entry)) return []
      const { cause, message } = entry
      return [
        ...formats.map((format) => format.log(entry)),
        formatValues(Array.isArray(message) ? message : [message]),
        formatCause(cause),
        formatValues([cause])
      ]
    },
    withCache: (effect) =>
      Effect.suspend(() => {
        cache = { values: new Map(), causes: new Map(), entries: [] }
        return Effect.ensuring(effect, Effect.sync(() => cache = undefined))
      })
  }
}

/** Adds the entry of a log. Returns `false` if there is an equal one. */
const addEntry = (entries: Array<Entry>, { cause, fiber, message }: Logger.Options<unknown>): boolean => {
  const entry: Entry = [
    cause,
    ...Object.entries(fiber.getRef(References.CurrentLogAnnotations)).flat(),
    ...Array.isArray(message) ? message : [message]
  ]
  if (entries.some((other) => other.length === entry.length && other.every((part, i) => part === entry[i]))) {
    return false
  }
  entries.push(entry)
  return true
}

const memoize = <A>(texts: Map<A, string> | undefined, value: A, format: (value: A) => string): string => {
  const known = texts?.get(value)
  if (known !== undefined) return known
  const text = format(value)
  texts?.set(value, text)
  return text
}

/** Layer of loggers for every format and level, and of a tracer, which record their input. */
export const layer: Layer.Layer<Exposure> = Layer.unwrap(Effect.sync(() => {
  const logs: Array<string> = []
  const { spans, tracer } = makeTracer()
  const formatter = makeFormatter()
  return Layer.mergeAll(
    Layer.succeed(Exposure, { logs, spans, formatter }),
    Layer.succeed(Tracer.Tracer, tracer),
    Layer.succeed(References.MinimumLogLevel, "All"),
    Logger.layer([Logger.make((entry) => void logs.push(...formatter.formatLog(entry)))])
  )
}))

/** The exit of an effect, and all output. */
export interface Exposed<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly texts: ReadonlyArray<string>
}

/** Runs an effect, logs its exit at every level, and returns the exit and all output. */
export const expose = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Exposed<A, E>, never, R | Exposure> =>
  Effect.gen(function*() {
    const { formatter, logs, spans } = yield* Exposure
    const logged = logs.length
    const traced = spans.length
    const exit = yield* Effect.exit(Effect.withSpan(effect, "test"))
    const texts = yield* formatter.withCache(Effect.gen(function*() {
      if (Exit.isFailure(exit)) yield* logFailure(exit.cause)
      return [...textsOfExit(formatter, exit), ...spans.slice(traced).flatMap((span) => textsOfSpan(formatter, span))]
    }))
    return { exit, texts: [...texts, ...logs.slice(logged)] }
  })

/** Logs a cause and its error at every level. */
const logFailure = Effect.fnUntraced(function*(cause: Cause.Cause<unknown>) {
  const error = Cause.squash(cause)
  for (
    const log of [
      Effect.logTrace,
      Effect.logDebug,
      Effect.logInfo,
      Effect.logWarning,
      Effect.logError,
      Effect.logFatal
    ]
  ) {
    yield* log(error)
    yield* log("failed", cause)
  }
  yield* Effect.annotateLogs(Effect.log(String(error)), { error })
})

const textsOfExit = ({ formatCause, formatValues }: Formatter, exit: Exit.Exit<unknown, unknown>) => {
  const textsOf = (value: unknown): ReadonlyArray<string> => [
    formatValues([value]),
    String(value),
    `${JSON.stringify(value)}`,
    ...value instanceof Error ? [value.message, value.stack ?? "", deepText(value.cause)] : []
  ]
  if (Exit.isSuccess(exit)) return textsOf(exit)
  const { cause } = exit
  const error = Cause.squash(cause)
  const reason = typeof error === "object" && error !== null && "reason" in error ? [error.reason] : []
  return [...[exit, cause, error, ...reason].flatMap(textsOf), formatCause(cause)]
}

const textsOfSpan = ({ formatCause, formatValues }: Formatter, span: Tracer.Span): ReadonlyArray<string> => [
  span.name,
  deepText(span.attributes),
  formatValues(Object.values(span.status)),
  // Sound: `makeTracer` creates no other spans.
  deepText((span as Tracer.NativeSpan).events),
  ...span.status._tag === "Ended" && Exit.isFailure(span.status.exit) ? [formatCause(span.status.exit.cause)] : []
]

/** Runs an effect, logs its exit at every level, and returns all output. */
export const everything = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<ReadonlyArray<string>, never, R | Exposure> => Effect.map(expose(effect), ({ texts }) => texts)
