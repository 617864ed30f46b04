/**
 * The methods that every client has in addition to its namespaces.
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
 * Runs effects and functions that are not in a namespace.
 *
 * @category models
 * @since 0.1.0
 */
export interface RunMethods<R, F extends ErrorMode> {
  /** Runs an effect, such as a step of a value that a call returned: `auth.run(continuation.complete(code))`. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>) => Promise<Settled<A, E, F>>
  /**
   * Converts a function, an effect, a stream, or all members of an object: `auth.bind(continuation).complete(code)`,
   * `auth.bind(Password.signIn)(credentials)`.
   */
  readonly bind: <T>(value: T) => Bound<T, R, F>
}

/**
 * The options of calls.
 *
 * @category options
 * @since 0.1.0
 */
export interface CallOptions {
  /**
   * A signal that cancels the calls. If it aborts, they are interrupted and reject with its reason. If it is already
   * aborted, they send no request.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * Functions that return results, and the same functions with thrown errors in `orThrow`.
 *
 * @category models
 * @since 0.1.0
 */
export type Both<Results, Throws> = Results & {
  /** The same functions, but their promises reject with the error instead of resolving to a failed result. */
  readonly orThrow: Throws
}

/**
 * The methods of a client that do not depend on the error mode.
 *
 * @category models
 * @since 0.1.0
 */
export interface Lifetime<R, Views> {
  /** Returns the same functions with options, such as a signal that cancels their calls. */
  readonly withOptions: (options: CallOptions) => Views
  /** The runtime of the client, for programs that also use Effect. `dispose` ends it. */
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  /**
   * Interrupts pending calls and releases all resources. These calls and all later ones reject with `Disposed`.
   */
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * The namespaces of a level, and those of the lower levels by name.
 *
 * @internal
 */
export interface Levels {
  readonly own: object
  readonly below?: Readonly<Record<string, object>>
  /** Functions beside the namespaces whose streams cannot fail. */
  // `any`, because their parameters differ.
  readonly loops?: Readonly<Record<string, (...args: ReadonlyArray<any>) => Stream.Stream<unknown, never, any>>>
}

/**
 * Creates the functions of a level from a layer. The layer is built by the first call.
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

/** Functions that create the parts of a view on first use. */
type Parts = Readonly<Record<string | symbol, () => unknown>>

/** Creates the functions of a level in one error mode. */
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

/** Returns `true` for an object whose members are used, such as a namespace. */
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Context.isKey(value) && !Effect.isEffect(value) &&
  !Stream.isStream(value)
