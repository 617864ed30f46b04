/**
 * What becomes of effects, streams and functions in code without Effect, as types. `bind.ts` does the same at run time.
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Result } from "./Result.ts"

/**
 * How errors reach the program: as a `Result`, or thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type ErrorMode = "result" | "throw"

/**
 * What a program is given of a value that may fail.
 *
 * @category models
 * @since 0.1.0
 */
export type Settled<A, E, F extends ErrorMode> = F extends "result" ? Result<A, E> : A

/**
 * Stands in place of a function that needs more than the client was made with, such as `Navigation` where there is no page. It
 * cannot be called.
 *
 * @category models
 * @since 0.1.0
 */
export interface Requires<out Missing> {
  readonly requires: Missing
}

/**
 * Stands in place of a function whose errors are those of its arguments, such as `Mfa.orContinue` and `Resource.get`, which
 * no derived type can say. Call that of the namespace itself, and hand what it returns to `run` or `bind`:
 * `auth.run(Resource.get(Resources.teams))`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Generic {
  readonly generic: "Call the function of the namespace itself, and hand what it returns to run or bind"
}

/**
 * A value as ordinary code uses it.
 *
 * An effect is a function without arguments that returns a promise, a stream is an `AsyncIterable`, and a function that
 * returns either has the same arguments and returns the promise, or the `AsyncIterable`. Everything else, such as classes
 * and functions that only compute, is what it was.
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
 * An object with all that it holds as ordinary code uses it: a namespace, a page that was opened, a sign-in that waits for
 * the second factor.
 *
 * @category models
 * @since 0.1.0
 */
export type PromisedMembers<T, R, F extends ErrorMode> = { readonly [K in keyof T]: Promised<T[K], R, F> }

/**
 * What `bind` makes of a value: {@link Promised}, or {@link PromisedMembers} of an object.
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

/** What is run, whatever it is of: `any` is there to be matched, and nothing is ever of it. */
type Running = Effect.Effect<any, any, any> | Stream.Stream<any, any, any>

/** Effects by type that are values nevertheless: services, whatever they are of, and errors. */
type Plain = (abstract new(...args: never) => unknown) | Context.Key<any, any> | Error

type Provided<Needed, R, T> = [Needed] extends [R] ? T : Requires<Exclude<Needed, R>>

/** An overload that cannot be called says nothing, which an intersection passes over. */
type Signature<Args extends ReadonlyArray<unknown>, Out, R, F extends ErrorMode> = [Out] extends
  [Effect.Effect<infer A, infer E, infer Needed>]
  ? IsMet<E, Needed, R> extends true ? (...args: Args) => Promise<Settled<A, E, F>> : unknown
  : [Out] extends [Stream.Stream<infer A, infer E, infer Needed>]
    ? IsMet<E, Needed, R> extends true ? (...args: Args) => AsyncIterable<Settled<A, E, F>> : unknown
  : (...args: Args) => Out

type IsMet<E, Needed, R> = unknown extends E ? false : [Needed] extends [R] ? true : false

/** Up to six overloads; a function that has fewer has its first one in the place of those that it lacks. */
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
