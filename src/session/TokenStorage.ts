/**
 * A place outside the program where tokens are kept, and the store over it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { makeListeners } from "./listeners.ts"
import { isSame, isSameSession, type Tokens } from "./Tokens.ts"
import type { TokenStore } from "./TokenStore.ts"

/**
 * Where tokens are kept. It may be shared with other programs, such as the tabs of a browser, and it may refuse to keep what
 * it is given.
 *
 * @category models
 * @since 0.1.0
 */
export interface TokenStorage {
  /** The tokens of the current session. */
  readonly read: Effect.Effect<Tokens | undefined>
  /** Replaces what is there, if the place lets. */
  readonly write: (tokens: Tokens | undefined) => Effect.Effect<void>
  /** Runs `look` whenever others may have changed what is there, until the scope closes. */
  readonly watch: (look: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}

/**
 * Creates a store over a place.
 *
 * What the place does not take lives in memory for as long as the place stays as it was then. As soon as somebody else has
 * changed it, the place is right: a sign-out elsewhere is never undone by what is in memory.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeStore = (place: TokenStorage): Effect.Effect<TokenStore["Service"]> =>
  Effect.sync(() => {
    const one = Semaphore.makeUnsafe(1)
    const listeners = makeListeners<Tokens | undefined>()
    /** The session's tokens, as they were last known. */
    let tokens: Tokens | undefined
    /** What the place held then. */
    let held: Tokens | undefined
    let listening = 0
    let watching: Scope.Closeable

    const become = (next: Tokens | undefined): void => {
      const before = tokens
      tokens = next
      if (!isSame(before, next)) listeners.tell(next)
    }

    const read = Effect.map(place.read, (found) => {
      if (isSame(found, held)) return tokens
      held = found
      // The same session without its access token: that one was lost on the way, and is good still.
      become(found?.accessToken === undefined && isSameSession(found, tokens) ? tokens : found)
      return tokens
    })

    const replace = (next: Tokens | undefined): Effect.Effect<Tokens | undefined> =>
      Effect.flatMap(place.write(next), () =>
        Effect.map(place.read, (found) => {
          held = found
          become(next)
          return next
        }))

    const get = one.withPermit(read)

    return {
      get,
      modify: (f) =>
        one.withPermit(Effect.flatMap(read, (stored) =>
          // Whoever is interrupted has written all of it or nothing.
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
              return Scope.provide(place.watch(Effect.asVoid(get)), watching)
            }),
            () => Effect.suspend(() => --listening > 0 ? Effect.void : Scope.close(watching, Exit.void))
          ),
          // Read first: what has changed before is not told.
          one.withPermit(Effect.andThen(read, listeners.subscribe(listener)))
        )
    }
  })
