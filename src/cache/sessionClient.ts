/**
 * A client that acts for one session and no other.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Client } from "../session/Client.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"

/**
 * Returns a client whose calls go out for this session, or for nobody; when somebody else has signed in meanwhile, they are
 * interrupted before they are sent. So what is read for one user is never another's.
 *
 * @category combinators
 * @since 0.1.0
 */
export const sessionClient = (client: Client["Service"], session: Tokens | undefined): Client["Service"] => {
  const { caller } = client
  const tokens = Effect.flatMap(
    caller.credentials.tokens,
    (tokens) => isSameSession(tokens, session) ? Effect.succeed(tokens) : Effect.interrupt
  )
  return { ...client, caller: { ...caller, credentials: { ...caller.credentials, tokens } } }
}
