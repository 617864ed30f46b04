/** Server token storage that refuses sessions which were signed out. */
import * as Effect from "effect/Effect"
import type { CookieBackend } from "./cookieBackend.ts"
import { EndedSessions, getKeys, getKeysOf } from "./EndedSessions.ts"
import type { TokenBackend } from "./TokenBackend.ts"
import { isSame, type Tokens } from "./Tokens.ts"

/**
 * Returns a storage without sessions that were signed out. Their cookies stay until the service refuses them: the request may be
 * older than the next sign-in, whose cookies have the same names. If the session is signed out during the request, the response does
 * not set its cookies.
 */
export const refuseEnded = (storage: CookieBackend): Effect.Effect<TokenBackend> =>
  Effect.map(EndedSessions, (ended) => {
    let asked: { readonly tokens: Tokens; readonly keys: ReadonlyArray<string> } | undefined

    /** Reads the state that processes share once, and later only for this process's sign-outs. */
    const refuse = (tokens: Tokens): Effect.Effect<Tokens | undefined> => {
      if (asked !== undefined && isSame(asked.tokens, tokens)) {
        return ended.isKnown(asked.keys) ? Effect.undefined : Effect.succeed(tokens)
      }
      return Effect.flatMap(
        getKeysOf(tokens),
        (keys) =>
          Effect.map(ended.isEnded(keys), (isEnded) => {
            asked = { tokens, keys }
            return isEnded ? undefined : tokens
          })
      )
    }

    return {
      ...storage,
      read: Effect.flatMap(storage.read, (tokens) => tokens === undefined ? Effect.undefined : refuse(tokens)),
      write: (tokens) =>
        tokens === undefined
          ? storage.write(undefined)
          : Effect.flatMap(getKeysOf(tokens), (keys) => storage.write(tokens, () => !ended.isKnown(keys))),
      markEnded: (tokens, isRevoked) =>
        // Before the service has accepted the tokens, their claims could name another user's session.
        Effect.flatMap(isRevoked ? getKeysOf(tokens) : getKeys(tokens.refreshToken, undefined), ended.end).pipe(
          Effect.andThen(storage.markEnded?.(tokens, isRevoked) ?? Effect.void)
        )
    }
  })
