/**
 * The types of effects, streams and functions in code without Effect. `bind.ts` implements them.
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Result } from "./Result.ts"

/**
 * The mode of error reporting: in a `Result`, or thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type ErrorMode = "result" | "throw"

/**
 * The resolved value of a call in an error mode.
 *
 * @category models
 * @since 0.1.0
 */
export type Settled<A, E, F extends ErrorMode> = F extends "result" ? Result<A, E> : A

/**
 * The type of a function that requires services which the client does not have, such as `Navigation` outside a browser.
 * It cannot be called.
 *
 * @category models
 * @since 0.1.0
 */
export interface Requires<out Missing> {
  readonly requires: Missing
}

/**
 * The type of a function whose errors depend on its arguments, such as `Mfa.orContinue` and `Resource.get`. Call the
 * function of the namespace and pass the result to `run` or `bind`: `auth.run(Resource.get(Resources.teams))`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Generic {
  readonly generic: "Call the function of the namespace, and pass its result to run or bind"
}

/**
 * The type of a value in code without Effect.
 *
 * An effect becomes a function without parameters that returns a promise, and a stream becomes an `AsyncIterable`. A
 * function that returns either one keeps its parameters. All other values, such as classes and pure functions, stay the
 * same.
 *
 * @category models
 * @since 0.1.0
 */
export type Promised<T, R, F extends ErrorMode> = T extends Plain ? T
  : T extends Effect.Effect<infer A, infer E, infer Needed> ? Provided<Needed, R, () => Promise<Settled<A, E, F>>>
  : T extends Stream.Stream<infer A, infer E, infer Needed> ? Provided<Needed, R, AsyncIterable<Settled<A, E, F>>>
  : T extends (...args: never) => unknown ? PromisedFunction<T, R, F>
  : T

/**
 * An object whose members are converted: a namespace, an opened page, a sign-in that waits for the second factor.
 *
 * @category models
 * @since 0.1.0
 */
export type PromisedMembers<T, R, F extends ErrorMode> = { readonly [K in keyof T]: Promised<T[K], R, F> }

/**
 * The result of `bind`: {@link Promised}, or {@link PromisedMembers} for an object.
 *
 * @category models
 * @since 0.1.0
 */
export type Bound<T, R, F extends ErrorMode> = T extends Plain | Running | ((...args: never) => unknown) ?
  Promised<T, R, F>
  : T extends object ? PromisedMembers<T, R, F>
  : T

/**
 * The namespaces of an entry point.
 *
 * @category models
 * @since 0.1.0
 */
export type Namespaces<Level, R, F extends ErrorMode> = {
  readonly [
    K in keyof Level as K extends "Redacted" ? never
      : Level[K] extends Plain | ((...args: never) => unknown) ? never
      : K
  ]: PromisedMembers<
    Level[K],
    R,
    F
  >
}

/** Values that can be run. `any` matches all type parameters. */
type Running = Effect.Effect<any, any, any> | Stream.Stream<any, any, any>

/** Services and errors: their types are effects, but they are used as values. */
type Plain = (abstract new(...args: never) => unknown) | Context.Key<any, any> | Error

type Provided<Needed, R, T> = [Needed] extends [R] ? T : Requires<Exclude<Needed, R>>

/** An overload that cannot be called becomes `unknown`, which disappears in an intersection. */
type Signature<Args extends ReadonlyArray<unknown>, Out, R, F extends ErrorMode> = [Out] extends
  [Effect.Effect<infer A, infer E, infer Needed>]
  ? IsMet<E, Needed, R> extends true ? (...args: Args) => Promise<Settled<A, E, F>> : unknown
  : [Out] extends [Stream.Stream<infer A, infer E, infer Needed>]
    ? IsMet<E, Needed, R> extends true ? (...args: Args) => AsyncIterable<Settled<A, E, F>> : unknown
  : (...args: Args) => Out

type IsMet<E, Needed, R> = unknown extends E ? false : [Needed] extends [R] ? true : false

/** Matches up to six overloads. For fewer, TypeScript repeats the first one. */
type PromisedFunction<T, R, F extends ErrorMode> = T extends {
  (...args: infer A1 extends ReadonlyArray<unknown>): infer O1
  (...args: infer A2 extends ReadonlyArray<unknown>): infer O2
  (...args: infer A3 extends ReadonlyArray<unknown>): infer O3
  (...args: infer A4 extends ReadonlyArray<unknown>): infer O4
  (...args: infer A5 extends ReadonlyArray<unknown>): infer O5
  (...args: infer A6 extends ReadonlyArray<unknown>): infer O6
} ? [Effectful<O1 | O2 | O3 | O4 | O5 | O6>] extends [never] ? T
  : Callable<
    & Signature<A1, O1, R, F>
    & Signature<A2, O2, R, F>
    & Signature<A3, O3, R, F>
    & Signature<A4, O4, R, F>
    & Signature<A5, O5, R, F>
    & Signature<A6, O6, R, F>,
    O1 | O2 | O3 | O4 | O5 | O6,
    R
  >
  : never

type Effectful<Out> = Out extends Plain ? never
  : Out extends Running ? Out
  : never

type Callable<T, Out, R> = unknown extends T ? Absent<ErrorOf<Out>, NeededBy<Out>, R> : T

type Absent<E, Needed, R> = unknown extends E ? Generic : Requires<Exclude<Needed, R>>

type ErrorOf<Out> = Out extends Effect.Effect<any, infer E, any> | Stream.Stream<any, infer E, any> ? E : never

type NeededBy<Out> = Out extends Effect.Effect<any, any, infer Needed> | Stream.Stream<any, any, infer Needed> ? Needed
  : never
