/**
 * One session for an effect of several calls.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Client } from "./Client.ts"

/**
 * Runs an effect whose writes act for the session that is current when the effect starts. If the session changes before a
 * write is sent, that write fails as it does when no user is signed in. Reads act for the session that is current when they
 * are sent.
 *
 * Each call does so by itself. An effect needs this if it does something else before it writes.
 *
 * @category combinators
 * @since 0.1.0
 */
export const keepSession = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.flatMap(client.caller.credentials.currentTokens, (tokens) => {
      const credentials = { ...client.caller.credentials, currentTokens: Effect.succeed(tokens) }
      return Effect.provideService(effect, Client, { ...client, caller: { ...client.caller, credentials } })
    }))
