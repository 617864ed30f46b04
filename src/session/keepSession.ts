/** Binds an effect with several calls to one session. */
import * as Effect from "effect/Effect"
import { isSameSession, type RequestTokens } from "../call/headers.ts"
import { Client } from "./ClientService.ts"

/**
 * Runs an effect whose writes act only for the session that is current when the effect starts. If the session changes
 * before a write is sent, the write fails as if no user were signed in. Reads act for the session that is current when they
 * are sent.
 *
 * A single call does this already. Use it for effects that do other work before they write.
 */
export const keepSession = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.flatMap(client.caller.credentials.currentTokens, (tokens) => {
      const credentials = { ...client.caller.credentials, currentTokens: Effect.succeed(tokens) }
      return Effect.provideService(effect, Client, { ...client, caller: { ...client.caller, credentials } })
    }))

/**
 * Runs an effect whose reads act only for the first one's session. If the session has changed, later ones fail as if no
 * user were signed in. Use it for reads that continue an earlier one.
 */
export const keepSessionInReads = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Client> =>
  Effect.suspend(() => {
    let first: RequestTokens | undefined
    return Effect.updateService(effect, Client, (client) => {
      const { credentials } = client.caller
      const tokens = Effect.map(credentials.tokens, (tokens) => {
        first ??= tokens
        return isSameSession(first, tokens) ? tokens : undefined
      })
      return { ...client, caller: { ...client.caller, credentials: { ...credentials, tokens } } }
    })
  })
