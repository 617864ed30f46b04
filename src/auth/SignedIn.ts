/**
 * What every way of signing in ends with.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Client } from "../session/Client.ts"
import type { Tokens } from "../session/Tokens.ts"

/**
 * The user who is signed in now. The tokens are in the client's store already; they are told for programs that keep them
 * elsewhere.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignedIn {
  readonly userId: string
  readonly tokens: Tokens
}

/**
 * Stores issued tokens in the client's session.
 *
 * @category constructors
 * @since 0.1.0
 */
export const begin = Effect.fnUntraced(function*(
  { accessToken, refreshToken, userId }: Tokens & { readonly userId: string }
): Effect.fn.Return<SignedIn, never, Client> {
  const { session } = yield* Client
  const tokens = { accessToken, refreshToken }
  yield* session.signIn(tokens)
  return { userId, tokens }
})
