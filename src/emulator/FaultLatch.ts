/**
 * Points where requests wait for a test.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { type Fault, make } from "./Fault.ts"

/**
 * A point where requests wait until a test has done something else.
 *
 * @category models
 * @since 0.1.0
 */
export interface FaultLatch {
  /** Holds each request: the service has not seen it. */
  readonly requests: Fault
  /** Holds each answer: the service has acted. */
  readonly responses: Fault
  /** Waits until something is held. */
  readonly reached: Effect.Effect<void>
  /** Lets go what is held, and all that comes later. */
  readonly open: Effect.Effect<void>
}

/**
 * Creates a gate, closed: to put two things that race in one order, or in the other.
 *
 * **Example** (Signing out while a change is on its way)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Fiber from "effect/Fiber"
 * import { CurrentUser, Session } from "latchkey"
 * import { Faults } from "latchkey/emulator"
 *
 * const test = Effect.gen(function*() {
 *   const gate = yield* Faults.makeLatch
 *   const change = yield* Effect.forkChild(
 *     CurrentUser.update({ displayName: "Ada" }).pipe(Faults.provide(gate.requests), Effect.exit)
 *   )
 *   yield* gate.reached
 *   yield* Session.signOut
 *   yield* gate.open
 *   return yield* Fiber.join(change)
 * })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeLatch: Effect.Effect<FaultLatch> = /*#__PURE__*/ Effect.sync(() => {
  const reached = Latch.makeUnsafe()
  const released = Latch.makeUnsafe()
  const wait = Effect.andThen(reached.open, released.await)
  return {
    requests: make(({ send }) => Effect.andThen(wait, send)),
    responses: make(({ send }) => Effect.tap(send, () => wait)),
    reached: reached.await,
    open: Effect.asVoid(released.open)
  }
})
