/** A token store over external storage, such as cookies. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { makeListeners } from "./listeners.ts"
import { isSame, isSameSession, type Tokens } from "./Tokens.ts"
import type { TokenStore } from "./TokenStore.ts"

/**
 * External storage for tokens. Other programs may share it, such as a browser's tabs, and it may reject a write.
 */
export interface TokenBackend {
  /** The current session's tokens. */
  readonly read: Effect.Effect<Tokens | undefined>
  /** Replaces the tokens, if the storage allows it. */
  readonly write: (tokens: Tokens | undefined) => Effect.Effect<void>
  /** Runs `check` whenever other programs may have changed the storage, until the scope closes. */
  readonly watch: (check: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
  /** Marks a session as signed out, as `TokenStore.markEnded`. */
  readonly markEnded?: TokenStore["Service"]["markEnded"]
  /** The domain whose hosts share the session, as `TokenStore.domain`. */
  readonly domain?: TokenStore["Service"]["domain"]
}

/**
 * Creates a token store over external storage.
 *
 * If the storage rejects tokens, they are kept in memory until another program changes the storage. From then on, the
 * storage takes precedence, so that a sign-out in another tab also applies here.
 */
export const makeStore = (storage: TokenBackend): Effect.Effect<TokenStore["Service"]> =>
  Effect.sync(() => {
    const semaphore = Semaphore.makeUnsafe(1)
    const listeners = makeListeners<Tokens | undefined>()
    /** The session's last known tokens. */
    let tokens: Tokens | undefined
    /** The tokens that the storage had at that time. */
    let inStorage: Tokens | undefined
    let listening = 0
    let watching: Scope.Closeable

    const setTokens = (next: Tokens | undefined): void => {
      const before = tokens
      tokens = next
      if (!isSame(before, next)) listeners.notify(next)
    }

    const read = Effect.map(storage.read, (found) => {
      if (isSame(found, inStorage)) return tokens
      inStorage = found
      // The same session without its access token: the storage dropped the access token, which is still valid.
      setTokens(found?.accessToken === undefined && isSameSession(found, tokens) ? tokens : found)
      return tokens
    })

    const replace = (next: Tokens | undefined): Effect.Effect<Tokens | undefined> =>
      Effect.flatMap(storage.write(next), () =>
        Effect.map(storage.read, (found) => {
          inStorage = found
          setTokens(next)
          return next
        }))

    const get = semaphore.withPermit(read)

    return {
      // With its `markEnded` and `domain`: to name both is 10 bytes more in each browser.
      ...storage,
      get,
      modify: (f) =>
        semaphore.withPermit(Effect.flatMap(read, (stored) =>
          // An interrupted caller has written either everything or nothing.
          Effect.uninterruptible(Effect.suspend(() => {
            const next = f(stored)
            return next === stored ? Effect.succeed(next) : replace(next)
          })))),
      subscribe: (listener) =>
        Effect.andThen(
          Effect.acquireRelease(
            Effect.suspend(() => {
              if (listening++ > 0) return Effect.void
              watching = Scope.makeUnsafe()
              return Scope.provide(storage.watch(Effect.asVoid(get)), watching)
            }),
            () => Effect.suspend(() => --listening > 0 ? Effect.void : Scope.close(watching, Exit.void))
          ),
          // Reads first, so that the listener is not called for an earlier change.
          semaphore.withPermit(Effect.andThen(read, listeners.subscribe(listener)))
        )
    }
  })
