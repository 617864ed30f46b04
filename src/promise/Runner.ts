/**
 * Runs effects for code with promises and abort signals.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"

/**
 * The client was disposed before or during the call.
 *
 * @category errors
 * @since 0.1.0
 */
export class Disposed extends Data.TaggedError("Disposed")<{ readonly message: string }> {
  readonly code = "DISPOSED"
}

/** @internal */
export type Settle<A> = (
  outcome: { readonly ok: true; readonly value: A } | { readonly ok: false; readonly reason: unknown }
) => void

/**
 * Runs effects in the runtime of a client.
 *
 * @internal
 */
export interface Runner<R> {
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  /**
   * Starts an effect, unless the signal is aborted or the client is disposed. Reports the outcome once, and without
   * delay if the signal aborts. Returns a function that interrupts the effect.
   */
  readonly start: <A, E>(
    effect: Effect.Effect<A, E, R>,
    signal: AbortSignal | undefined,
    settle: Settle<A>
  ) => () => void
  /** Runs an effect like `start`. Returns a promise that rejects with the effect's error. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>, signal: AbortSignal | undefined) => Promise<A>
  readonly dispose: () => Promise<void>
}

/** @internal */
export const make = <R, ER>(runtime: ManagedRuntime.ManagedRuntime<R, ER>): Runner<R> => {
  let isDisposed = false

  const start: Runner<R>["start"] = (effect, signal, settle) => {
    const refusal = isDisposed ? { reason: makeDisposed() } : signal?.aborted === true ? signal : undefined
    if (refusal !== undefined) {
      settle({ ok: false, reason: refusal.reason })
      return () => {}
    }
    let isSettled = false
    const fiber = runtime.runFork(effect)
    const interrupt = () => fiber.interruptUnsafe()
    const abort = () => {
      isSettled = true
      settle({ ok: false, reason: signal!.reason })
      interrupt()
    }
    fiber.addObserver((exit) => {
      if (isSettled) return
      isSettled = true
      signal?.removeEventListener("abort", abort)
      if (Exit.isSuccess(exit)) return settle({ ok: true, value: exit.value })
      const isEnded = isDisposed && Cause.hasInterruptsOnly(exit.cause)
      settle({ ok: false, reason: isEnded ? makeDisposed() : Cause.squash(exit.cause) })
    })
    // The effect has run up to its first asynchronous step, and may have aborted the signal itself.
    if (isSettled) return interrupt
    if (signal?.aborted === true) abort()
    else signal?.addEventListener("abort", abort, { once: true })
    return interrupt
  }

  return {
    runtime,
    start,
    run: (effect, signal) =>
      new Promise((resolve, reject) => {
        start(effect, signal, (outcome) => outcome.ok ? resolve(outcome.value) : reject(outcome.reason))
      }),
    dispose: () => {
      isDisposed = true
      return runtime.dispose()
    }
  }
}

const makeDisposed = () => new Disposed({ message: "The client was disposed. Create a new one to make calls" })
