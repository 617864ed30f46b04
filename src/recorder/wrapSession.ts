import * as Effect from "effect/Effect"
import type { Caller } from "../call/Caller.ts"
import type { Credentials } from "../call/CallSession.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import type { ObservedOperation } from "./RecorderEvent.ts"

/** Runs an operation, for example after it has recorded its start. */
export type UseOperation = <A, E>(effect: Effect.Effect<A, E>, operation: ObservedOperation) => Effect.Effect<A, E>

/** Returns a session that runs each operation with `use`. `wrapCaller` wraps a detached session's caller. */
export const wrapSession = (
  session: ClientSession,
  use: UseOperation,
  wrapCaller: (caller: Caller) => Caller
): ClientSession => ({
  ...session,
  state: use(session.state, { name: "state" }),
  getTokens: (validity, validityAlone, maxAge) =>
    use(session.getTokens(validity, validityAlone, maxAge), {
      name: "getTokens",
      validities: [validity, validityAlone, maxAge]
    }),
  refresh: use(session.refresh, { name: "refresh" }),
  signIn: (tokens, mayReplace) =>
    Effect.suspend(() => {
      const replaced: Array<boolean> = []
      const recordAnswer: typeof mayReplace = mayReplace && ((stored) => {
        const result = mayReplace(stored)
        // A store may compute a change several times. The last one counts.
        replaced[0] = result
        return result
      })
      return use(session.signIn(tokens, recordAnswer), { name: "signIn", tokens, replaced })
    }),
  end: (tokens) => use(session.end(tokens), { name: "end", tokens }),
  detach: use(Effect.map(session.detach, (caller) => caller && wrapCaller(caller)), { name: "detach" })
})

/** Returns credentials that run each operation with `use`. `settle` runs in a call, which is its cause. */
export const wrapCredentials = (credentials: Credentials, use: UseOperation): Credentials => ({
  ...credentials,
  tokens: use(credentials.tokens, { name: "tokens" }),
  storedTokens: use(credentials.storedTokens, { name: "storedTokens" }),
  currentTokens: use(credentials.currentTokens, { name: "currentTokens" }),
  expire: (accessToken) => use(credentials.expire(accessToken), { name: "expire", accessToken })
})
