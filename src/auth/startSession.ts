/**
 * What every way of signing in ends with.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Client } from "../session/Client.ts"
import type { RefreshableTokens, Tokens } from "../session/Tokens.ts"

/**
 * The user who is signed in now. The tokens are in the client's store already; they are told for programs that keep them
 * elsewhere.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignedIn {
  readonly userId: string
  readonly tokens: RefreshableTokens
}

/**
 * The same, by a way in that signs up whom it does not know.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignedInOrUp extends SignedIn {
  /** Whether the user has just been created. */
  readonly isNewUser: boolean
}

/**
 * Stores issued tokens in the client's session.
 *
 * @category constructors
 * @since 0.1.0
 */
export const startSession = (
  { accessToken, refreshToken, userId }: RefreshableTokens & { readonly userId: string },
  mayReplace?: (stored: Tokens | undefined) => boolean
): Effect.Effect<SignedIn, never, Client> =>
  Effect.flatMap(Client, ({ session }) => {
    const tokens = { accessToken, refreshToken }
    return Effect.as(session.signIn(tokens, mayReplace), { userId, tokens })
  })

/**
 * Stores issued tokens in the client's session, and says whether their user is new.
 *
 * @category constructors
 * @since 0.1.0
 */
export const startSessionWithIsNewUser = (
  { isNewUser, ...issued }: Parameters<typeof startSession>[0] & { readonly isNewUser: boolean }
): Effect.Effect<SignedInOrUp, never, Client> =>
  Effect.map(startSession(issued), (signedIn) => ({ ...signedIn, isNewUser }))
