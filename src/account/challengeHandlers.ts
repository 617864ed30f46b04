/** What asks the user to sign in again. It is kept apart from the sign-in, so that a client registers it without a wait. */
import type * as Effect from "effect/Effect"
import type { AnyChallengeHandler, ClientSession } from "../session/ClientSession.ts"
import type { Challenge } from "../wire/stepUp.ts"

/**
 * Asks the user to sign in again, such as in a dialog, and signs in with `Reverification.signIn`. Returns `false` if the user
 * cancels.
 */
export type ChallengeHandler<R = never> = (challenge: Challenge) => Effect.Effect<boolean, never, R>

/** Adds a handler. Returns a function that removes it, and ends its question with `false`. */
export const addHandler = (session: ClientSession, handler: AnyChallengeHandler): () => void => {
  const all = session.askers ??= new Map()
  all.set(handler, undefined)
  return () => {
    const cancel = all.get(handler)
    all.delete(handler)
    cancel?.()
  }
}
