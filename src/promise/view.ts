/**
 * What every level has besides its namespaces: any other effect, the other way to tell errors, signals, and the end.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { bindMembers, bindValue, type CallMode, makeLazyObject, run } from "./bind.ts"
import { iterate } from "./iterate.ts"
import type { Bound, ErrorMode, Settled } from "./Promised.ts"
import * as Runner from "./Runner.ts"

/**
 * Runs what is no function of a namespace.
 *
 * @category models
 * @since 0.1.0
 */
export interface RunMethods<R, F extends ErrorMode> {
  /** Runs an effect, such as a step of a value that a call has returned: `auth.run(continuation.complete(code))`. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>) => Promise<Settled<A, E, F>>
  /**
   * Makes a function, an effect or a stream one for ordinary code, and of an object all that it holds:
   * `auth.bind(continuation).complete(code)`, `auth.bind(Password.signIn)(credentials)`.
   */
  readonly bind: <T>(value: T) => Bound<T, R, F>
}

/**
 * How calls are made.
 *
 * @category options
 * @since 0.1.0
 */
export interface CallOptions {
  /**
   * Ends the calls when it aborts: they reject with its reason, and what they have under way is interrupted. With one that
   * is aborted already, nothing is sent.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * The calls with results, and below `orThrow` the same with errors thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type Both<Results, Throws> = Results & {
  /** The same functions; where the others resolve to a result with an error, these reject with the error. */
  readonly orThrow: Throws
}

/**
 * What there is once for a client, whoever calls.
 *
 * @category models
 * @since 0.1.0
 */
export interface Lifetime<R, Views> {
  /** The same functions for calls that a signal ends. */
  readonly withOptions: (options: CallOptions) => Views
  /** Runs the effects behind the functions, for programs that use Effect too. It ends with `dispose`. */
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  /**
   * Ends what is under way, and all that the client holds. Calls that are ended by it reject with `Disposed`, and so does
   * every later one.
   */
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * The namespaces of a level, and those of the levels below it by the name of each.
 *
 * @internal
 */
export interface Levels {
  readonly own: object
  readonly below?: Readonly<Record<string, object>>
  /** Functions that stand beside the namespaces, whose streams cannot fail. */
  // `any`, since each has arguments of its own.
  readonly loops?: Readonly<Record<string, (...args: ReadonlyArray<any>) => Stream.Stream<unknown, never, any>>>
}

/**
 * Creates the functions of a level over a layer. Nothing is built before the first call.
 *
 * @internal
 */
export const make = <R, ER>(layer: Layer.Layer<R, ER>, levels: Levels): object => {
  const runner = Runner.make(ManagedRuntime.make(layer))
  const { dispose, runtime } = runner
  const makeBoth = (signal: AbortSignal | undefined, more: Parts) =>
    makeView({ runner, signal, form: "result" }, levels, {
      ...more,
      orThrow: () => makeView({ runner, signal, form: "throw" }, levels, {})
    })
  return makeBoth(undefined, {
    withOptions: () => ({ signal }: CallOptions) => makeBoth(signal, {}),
    runtime: () => runtime,
    dispose: () => dispose,
    [Symbol.asyncDispose]: () => dispose
  })
}

/** What makes each part of a view when it is first used. */
type Parts = Readonly<Record<string | symbol, () => unknown>>

/** The functions of a level as they are called one way. */
const makeView = <R>(way: CallMode<R>, { below = {}, loops = {}, own }: Levels, more: Parts): object =>
  makeLazyParts({
    ...bindNamespaces(way, own),
    ...mapValues(below, (level) => () => makeLazyParts(bindNamespaces(way, level))),
    ...mapValues(loops, (stream) => () => (...args: ReadonlyArray<unknown>) =>
      iterate(way.runner, stream(...args), way.signal)),
    ...more,
    run: () => (effect: Effect.Effect<unknown, unknown, R>) =>
      run(way, effect),
    bind: () => (value: unknown) => isObject(value) ? bindMembers(way, value) : bindValue(way, value)
  })

const bindNamespaces = <R>(way: CallMode<R>, level: object): Parts =>
  mapValues(
    Object.fromEntries(
      Object.entries(level).filter((entry): entry is [string, object] => entry[0] !== "Redacted" && isObject(entry[1]))
    ),
    (namespace) => () => bindMembers(way, namespace)
  )

const makeLazyParts = (parts: Parts): object =>
  makeLazyObject(parts, (key) => Object.hasOwn(parts, key) ? parts[key]!() : undefined)

const mapValues = <A, B>(values: Readonly<Record<string, A>>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, f(value)]))

/** Whether it is what it holds that is used, such as of a namespace. */
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Context.isKey(value) && !Effect.isEffect(value) &&
  !Stream.isStream(value)
