/** Requests that do not interleave. */
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/**
 * Runs an effect without yielding to other fibers, so that no other request changes the rows it has looked up. Only the
 * verification of passkeys is asynchronous.
 */
export const runAtomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)
