/**
 * The store for a session's tokens.
 *
 * Provide a store to the layer for a level: `Client.layer(…).pipe(Layer.provide(TokenStore.layerMemory))`. Custom stores
 * should pass the contract suite in `test/suites/TokenStoreSuite.ts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { makeListeners } from "./listeners.ts"
import * as Tokens from "./Tokens.ts"

/** Stores one session's tokens. */
export class TokenStore extends withLayerHint(
  Context.Service<TokenStore, {
    /** The stored tokens; `undefined` if the store is empty or unreadable. */
    readonly get: Effect.Effect<Tokens.Tokens | undefined>
    /** Replaces the stored tokens with the result from `f` in one atomic step, and returns that result. */
    readonly modify: (
      f: (tokens: Tokens.Tokens | undefined) => Tokens.Tokens | undefined
    ) => Effect.Effect<Tokens.Tokens | undefined>
    /** Calls the listener after every later change, including changes by other programs, until the scope closes. */
    readonly subscribe: (
      listener: (tokens: Tokens.Tokens | undefined) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /**
     * Marks the session with these tokens as signed out, so that the store does not accept it again, for example from a late
     * response from the app's server. `isRevoked` is `true` after the service has accepted the tokens and ended the session.
     * Optional: a store that only the client writes needs no marks.
     */
    readonly markEnded?: ((tokens: Tokens.Tokens, isRevoked: boolean) => Effect.Effect<void>) | undefined
    /** The domain whose hosts share the session, for a store in cookies with that option. */
    readonly domain?: string | undefined
  }>()("latchkey/session/TokenStore"),
  "TokenStore.layerMemory or CookieTokenStore.layer"
) {}

/** Creates a store in memory with initial tokens. */
export const makeMemory = (initial: Tokens.Tokens | undefined): Effect.Effect<TokenStore["Service"]> =>
  Effect.sync(() => {
    const listeners = makeListeners<Tokens.Tokens | undefined>()
    let tokens = initial
    return TokenStore.of({
      get: Effect.sync(() => tokens),
      modify: (f) =>
        Effect.sync(() => {
          const next = f(tokens)
          if (next !== tokens) {
            tokens = next
            listeners.notify(next)
          }
          return next
        }),
      subscribe: listeners.subscribe
    })
  })

/** Layer for a store in memory. The tokens are lost when the layer's scope closes. */
export const layerMemory: Layer.Layer<TokenStore> = Layer.effect(TokenStore, makeMemory(undefined))

/**
 * Layer for a store in memory with initial tokens. Strings that are not tokens are ignored. An access token without a
 * refresh token is a session that ends when the token expires.
 *
 * **Example** (Act for a request's user)
 *
 * ```ts
 * import { TokenStore } from "latchkey"
 *
 * const store = (cookies: Record<string, string>) =>
 *   TokenStore.layerTokens({ refreshToken: cookies["refresh"], accessToken: cookies["access"] })
 * ```
 */
export const layerTokens = (tokens: Parameters<typeof Tokens.make>[0]): Layer.Layer<TokenStore> =>
  Layer.effect(TokenStore, makeMemory(Tokens.make(tokens)))

/**
 * Layer for a store that is always empty: for programs without a user, and for sign-ins whose tokens are stored by another
 * program.
 *
 * No user is signed in after a sign-in. Do not use it with anonymous users: each call would sign up a new user.
 */
export const layerNone: Layer.Layer<TokenStore> = Layer.succeed(TokenStore, {
  get: Effect.undefined,
  modify: () => Effect.undefined,
  subscribe: () => Effect.void
})
