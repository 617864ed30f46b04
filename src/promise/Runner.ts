/** Runs effects for code with promises and abort signals. */
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { CodedError } from "../platform/CodedError.ts"
import { InvalidOptions } from "../session/options.ts"

/** The client was disposed before or during the call. */
export class Disposed extends CodedError("Disposed")<{ readonly message: string }> {}

/**
 * An effect's outcome. `Rejected` is not an error that the effect fails with: a defect, an aborted signal, a disposed client.
 *
 * @internal
 */
export type Outcome<A, E> =
  | { readonly _tag: "Success"; readonly value: A }
  | { readonly _tag: "Failure"; readonly error: E }
  | { readonly _tag: "Rejected"; readonly reason: unknown }

/** A client's services, and its running effects. A `ManagedRuntime` is one too. @internal */
export interface Runtime<R> {
  readonly scope: Scope.Scope
  readonly runFork: <A, E>(effect: Effect.Effect<A, E, R>) => Fiber.Fiber<A, E>
  readonly runSync: <A, E>(effect: Effect.Effect<A, E, R>) => A
  readonly runSyncExit: <A, E>(effect: Effect.Effect<A, E, R>) => Exit.Exit<A, E>
  /** Interrupts all effects, and ends the services. */
  readonly dispose: () => Promise<void>
}

/** Runs effects in a client's runtime. @internal */
export interface Runner<R> {
  readonly runtime: Runtime<R>
  /**
   * Starts an effect, unless the signal is aborted or the client is disposed. Reports the outcome once, and without
   * delay if the signal aborts. Returns a function that interrupts the effect.
   */
  readonly start: <A, E>(
    effect: Effect.Effect<A, E, R>,
    signal: AbortSignal | undefined,
    settle: (outcome: Outcome<A, E>) => void
  ) => () => void
  /** The calls that have not ended, by where they were made. */
  readonly calls: Set<{ readonly stack?: string | undefined }>
  readonly dispose: () => Promise<void>
}

/** @internal */
export const make = <R>(runtime: Runtime<R>): Runner<R> => {
  let isDisposed = false
  const calls: Runner<R>["calls"] = new Set()

  const start: Runner<R>["start"] = (effect, signal, settle) => {
    const reject = (reason: unknown) => settle({ _tag: "Rejected", reason })
    const isAborted = () => signal?.aborted === true
    // Untyped code passes the controller.
    const isSignal = !signal || typeof signal.addEventListener === "function"
    if (isDisposed || isAborted() || !isSignal) {
      reject(isDisposed ? makeDisposed() : isSignal ? signal!.reason : makeNoSignal())
      return () => {}
    }
    // An object, since the callbacks below change it.
    const progress = { isSettled: false }
    const fiber = runtime.runFork(effect)
    const interrupt = () => fiber.interruptUnsafe()
    const abort = () => {
      progress.isSettled = true
      reject(signal!.reason)
      interrupt()
    }
    fiber.addObserver((exit) => {
      if (progress.isSettled) return
      progress.isSettled = true
      signal?.removeEventListener("abort", abort)
      settle(toOutcome(exit, isDisposed))
    })
    // The effect has run up to its first asynchronous step, and may have aborted the signal itself.
    if (progress.isSettled) return interrupt
    if (isAborted()) abort()
    else signal?.addEventListener("abort", abort, { once: true })
    return interrupt
  }

  return {
    runtime,
    start,
    calls,
    dispose: () => {
      isDisposed = true
      // A page may end at any time. A program that ends its client has most often forgotten to await a call.
      if (!("document" in globalThis)) warnOfCalls(calls, `a client was disposed during its calls (${calls.size})`)
      return runtime.dispose()
    }
  }
}

/** Warns in the console if calls have not ended, with the line of the first one. @internal */
export const warnOfCalls = (calls: Runner<never>["calls"], event: string): void => {
  const [first] = calls
  if (first !== undefined) globalThis.console.warn(`Latchkey: ${event}. Await each call`, first.stack)
}

const toOutcome = <A, E>(exit: Exit.Exit<A, E>, isDisposed: boolean): Outcome<A, E> => {
  if (exit._tag === "Success") return { _tag: "Success", value: exit.value }
  const { cause } = exit
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure !== undefined) return { _tag: "Failure", error: failure.error }
  const isEnded = isDisposed && Cause.hasInterruptsOnly(cause)
  return { _tag: "Rejected", reason: isEnded ? makeDisposed() : Cause.squash(cause) }
}

const makeNoSignal = () => new InvalidOptions({ option: "signal", message: "The option signal must be an AbortSignal" })

const makeDisposed = () => new Disposed({ message: "The client was disposed. Create a new one" })
