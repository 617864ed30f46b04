/** Helpers for the service's known errors. */
import * as Effect from "effect/Effect"
import type { KnownError } from "../../wire/KnownError.ts"

type ErrorClass<E, D> = new(props: { readonly message: string; readonly details: D }) => E

/** An error's details, which may be omitted if the class has no details. */
type Details<D> = {} extends D ? readonly [details?: D] : readonly [details: D]

/** Creates a known error. */
export const makeError = <E extends KnownError, D>(
  Class: ErrorClass<E, D>,
  message: string,
  // Sound: details are omitted only if they have no required fields.
  ...[details = {} as D]: Details<D>
): E => new Class({ message, details })

/** Fails with a known error, which is created only when the effect runs. */
export const failWith = <E extends KnownError, D>(
  Class: ErrorClass<E, D>,
  message: string,
  ...details: Details<D>
): Effect.Effect<never, E> => Effect.failSync(() => makeError(Class, message, ...details))

/** Succeeds with a value, or fails if there is none. */
export const orFail = <A, E>(value: A | undefined, failure: Effect.Effect<never, E>): Effect.Effect<A, E> =>
  value === undefined ? failure : Effect.succeed(value)

/** Fails with a known error unless a condition is met. */
export const failUnless = <E extends KnownError, D>(
  isMet: boolean,
  ...error: readonly [Class: ErrorClass<E, D>, message: string, ...details: Details<D>]
): Effect.Effect<void, E> => isMet ? Effect.void : failWith(...error)
