/**
 * Converts effects to promises, streams to async iterables, and functions that return either. `Promised.ts` has the
 * types.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { iterate } from "./iterate.ts"
import type { ErrorMode } from "./Promised.ts"
import { failure, success } from "./Result.ts"
import type { Runner } from "./Runner.ts"

/**
 * The runner, the error mode and the signal of calls.
 *
 * @internal
 */
export interface CallMode<R> {
  readonly runner: Runner<R>
  readonly form: ErrorMode
  readonly signal: AbortSignal | undefined
}

/**
 * Runs an effect.
 *
 * @internal
 */
export const run = <A, E, R>({ form, runner, signal }: CallMode<R>, effect: Effect.Effect<A, E, R>): Promise<unknown> =>
  form === "throw"
    ? runner.run(effect, signal)
    : runner.run(Effect.match(effect, { onFailure: failure, onSuccess: success }), signal)

const runStream = <A, E, R>(
  { form, runner, signal }: CallMode<R>,
  stream: Stream.Stream<A, E, R>
): AsyncIterable<unknown> =>
  form === "throw"
    ? iterate(runner, stream, signal)
    : iterate(
      runner,
      Stream.catch(Stream.map(stream, success<unknown>), (error) => Stream.succeed(failure(error))),
      signal
    )

/**
 * Converts a value for code without Effect. `self` is the `this` of a method.
 *
 * @internal
 */
export const bindValue = <R>(way: CallMode<R>, value: unknown, self?: unknown): unknown => {
  // Services and errors are effects too, but are used as values.
  if (Context.isKey(value) || value instanceof Error || isClass(value)) return value
  if (isEffect<R>(value)) return () => run(way, value)
  if (isStream<R>(value)) return runStream(way, value)
  return typeof value === "function"
    ? (...args: ReadonlyArray<unknown>) => bindResult(way, value.apply(self, args))
    : value
}

/** Converts the result of a function. A result that is neither an effect nor a stream stays the same. */
const bindResult = <R>(way: CallMode<R>, result: unknown): unknown => {
  if (result instanceof Error) return result
  return isEffect<R>(result) ? run(way, result) : isStream<R>(result) ? runStream(way, result) : result
}

/**
 * Converts the members of an object. Each member is converted on first use, and keeps its identity.
 *
 * @internal
 */
export const bindMembers = <R>(way: CallMode<R>, source: object): object =>
  makeLazyObject(source, (key) => bindValue(way, Reflect.get(source, key), source))

/**
 * Creates an object with the keys of another one, whose values are created on first use.
 *
 * @internal
 */
export const makeLazyObject = (source: object, make: (key: string | symbol) => unknown): object => {
  const made = new Map<string | symbol, unknown>()
  const get = (key: string | symbol): unknown => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)
  }
  // The empty target hides the source, also from code that prints the object.
  return new Proxy({}, {
    get: (_, key) => get(key),
    has: (_, key) => key in source,
    ownKeys: () => Reflect.ownKeys(source),
    getOwnPropertyDescriptor: (_, key) =>
      Object.hasOwn(source, key)
        ? { configurable: true, enumerable: Object.prototype.propertyIsEnumerable.call(source, key), value: get(key) }
        : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false
  })
}

// Sound: the types in `Promised.ts` check the required services.
const isEffect = <R>(value: unknown): value is Effect.Effect<unknown, unknown, R> => Effect.isEffect(value)

// Sound: as for `isEffect`.
const isStream = <R>(value: unknown): value is Stream.Stream<unknown, unknown, R> => Stream.isStream(value)

/** A class is a function with a read-only prototype. */
const isClass = (value: unknown): boolean =>
  typeof value === "function" && Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false
