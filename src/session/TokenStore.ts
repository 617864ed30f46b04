/**
 * Where the tokens of a session live.
 *
 * A store is provided to the layer of a level: `Client.layer(…).pipe(Layer.provide(TokenStore.layerMemory))`. Any
 * `Layer<TokenStore>` will do; one of your own should pass the contract suite in `test/suites/TokenStoreSuite.ts`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { makeListeners } from "./listeners.ts"
import * as Tokens from "./Tokens.ts"

/**
 * Holds the tokens of one session at a time.
 *
 * @category services
 * @since 0.1.0
 */
export class TokenStore extends withLayerHint(
  Context.Service<TokenStore, {
    /** The stored tokens. What cannot be read counts as none. */
    readonly get: Effect.Effect<Tokens.Tokens | undefined>
    /**
     * Replaces the tokens by what the function makes of the stored ones, as one step that no other writer can come
     * between, and returns what is stored now.
     */
    readonly modify: (
      f: (tokens: Tokens.Tokens | undefined) => Tokens.Tokens | undefined
    ) => Effect.Effect<Tokens.Tokens | undefined>
    /** Calls the listener after every later change, by whomever, until the scope closes. */
    readonly subscribe: (
      listener: (tokens: Tokens.Tokens | undefined) => void
    ) => Effect.Effect<void, never, Scope.Scope>
  }>()("latchkey/session/TokenStore"),
  "TokenStore.layerMemory or CookieStore.layer"
) {}

/**
 * Creates a store in memory that begins with these tokens.
 *
 * @category constructors
 * @since 0.1.0
 */
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
            listeners.tell(next)
          }
          return next
        }),
      subscribe: listeners.subscribe
    })
  })

/**
 * Layer that keeps tokens in memory, from its build to its end.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<TokenStore> = Layer.effect(TokenStore, makeMemory(undefined))

/**
 * Layer that starts with given tokens and keeps later ones in memory. Texts that are no tokens count as absent. An access token
 * without a refresh token is a session that ends when the token expires.
 *
 * **Example** (Acting for the user of a request)
 *
 * ```ts
 * import { TokenStore } from "latchkey"
 *
 * const store = (cookies: Record<string, string>) =>
 *   TokenStore.layerTokens({ refreshToken: cookies["refresh"], accessToken: cookies["access"] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerTokens = (tokens: Parameters<typeof Tokens.make>[0]): Layer.Layer<TokenStore> =>
  Layer.effect(TokenStore, makeMemory(Tokens.make(tokens)))

/**
 * Layer that never holds a token: for programs that act for nobody, and for sign-ins whose tokens go elsewhere. Nobody is
 * signed in after a sign-in, so do not ask it for an anonymous user: each time would sign another one up.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<TokenStore> = Layer.succeed(TokenStore, {
  get: Effect.undefined,
  modify: () => Effect.undefined,
  subscribe: () => Effect.void
})
