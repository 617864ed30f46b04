/** A client that is bound to one session. */
import * as Effect from "effect/Effect"
import type { Client } from "../session/ClientService.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"

/**
 * Returns a client that acts only for one session, or only while signed out. If the session has changed, its calls are
 * interrupted before they are sent. So a value that is fetched for one user never reaches another.
 */
export const sessionClient = (client: Client["Service"], session: Tokens | undefined): Client["Service"] => {
  const { caller } = client
  const tokens = Effect.flatMap(
    caller.credentials.tokens,
    (tokens) => isSameSession(tokens, session) ? Effect.succeed(tokens) : Effect.interrupt
  )
  return { ...client, caller: { ...caller, credentials: { ...caller.credentials, tokens } } }
}
