/** The last step of every sign-in: the tokens go into the client's session. */
import * as Effect from "effect/Effect"
import { Client } from "../session/ClientService.ts"
import type { RefreshableTokens, Tokens } from "../session/Tokens.ts"

/**
 * The signed-in user. The client's session already has the tokens. They are returned for programs with a storage backend
 * outside the client.
 */
export interface SignedIn {
  readonly userId: string
  readonly tokens: RefreshableTokens
}

/** The result of a sign-in that also signs up new users. */
export interface SignedInOrUp extends SignedIn {
  /** `true` if this sign-in created the user. */
  readonly isNewUser: boolean
}

/** Stores issued tokens in the client's session. With `mayReplace`, only if it returns `true` for the stored tokens. */
export const startSession = (
  { accessToken, refreshToken, userId }: RefreshableTokens & { readonly userId: string },
  mayReplace?: (stored: Tokens | undefined) => boolean
): Effect.Effect<SignedIn, never, Client> =>
  Effect.flatMap(Client, ({ session }) => {
    const tokens = { accessToken, refreshToken }
    return Effect.as(session.signIn(tokens, mayReplace), { userId, tokens })
  })

/** Stores issued tokens in the client's session, and returns whether the user is new. */
export const startSessionWithIsNewUser = (
  { isNewUser, ...issued }: Parameters<typeof startSession>[0] & { readonly isNewUser: boolean }
): Effect.Effect<SignedInOrUp, never, Client> =>
  Effect.map(startSession(issued), (signedIn) => ({ ...signedIn, isNewUser }))
