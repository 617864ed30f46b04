/** Latches that hold requests or responses until a test releases them. */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { type Fault, make } from "./Fault.ts"

/** A latch that holds requests or responses until a test opens it. */
export interface FaultLatch {
  /** Holds each request before the service receives it. */
  readonly requests: Fault
  /** Holds each response after the service has handled the request. */
  readonly responses: Fault
  /** Waits until the first request or response is held. */
  readonly reached: Effect.Effect<void>
  /** Releases everything held, and lets later requests and responses pass. */
  readonly open: Effect.Effect<void>
}

/**
 * Creates a closed latch. With it, a test controls the order in which two racing operations run.
 *
 * **Example** (Signing out during an update)
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
