/**
 * The sign-outs that are still running, including their redirect.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Client } from "../session/Client.ts"
import type { Session } from "../session/Session.ts"

const signOuts = new WeakMap<Session, Fiber.Fiber<unknown, unknown>>()

/** Runs a sign-out in a fiber that continues if the caller is interrupted, and returns its result. */
export const runSignOut = <A, E, R>(signOut: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Client> =>
  Effect.flatMap(Client, ({ session }) =>
    Effect.suspend(() => {
      let hasEnded = false
      const tracked = Effect.ensuring(
        signOut,
        Effect.sync(() => {
          hasEnded = true
          signOuts.delete(session)
        })
      )
      return Effect.flatMap(Effect.forkDetach(tracked, { startImmediately: true }), (fiber) => {
        if (!hasEnded) signOuts.set(session, fiber)
        return Fiber.join(fiber)
      })
    }))

/**
 * Waits for a running sign-out and its redirect. Returns `true` if there was one.
 *
 * @internal
 */
export const awaitSignOut: Effect.Effect<boolean, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) =>
    Effect.suspend(() => {
      const fiber = signOuts.get(session)
      return fiber === undefined ? Effect.succeed(false) : Effect.as(Fiber.await(fiber), true)
    })
)
