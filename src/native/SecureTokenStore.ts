import * as Effect from "effect/Effect"
import { makeStore } from "../session/TokenBackend.ts"
import type * as Tokens from "../session/Tokens.ts"
import { decodeTokens, encodeTokens } from "../session/tokensJson.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { SecureTexts } from "./SecureTexts.ts"

/** The item's name. */
const name = "session"

/**
 * Creates a token store over one item in the keychain.
 *
 * One item is written in one atomic step. If it would be too large, it contains only the refresh token: the access token is
 * kept in memory, and refreshed when the app starts again. Tokens that cannot be written are kept in memory.
 */
export const makeSecureTokenStore = (texts: SecureTexts): Effect.Effect<TokenStore["Service"]> =>
  makeStore({
    read: Effect.map(texts.get(name), decodeTokens),
    write: (tokens) => tokens === undefined ? Effect.asVoid(texts.remove(name)) : Effect.asVoid(write(texts, tokens)),
    // No other program writes the item.
    watch: () => Effect.void
  })

const write = (texts: SecureTexts, tokens: Tokens.Tokens): Effect.Effect<boolean> =>
  Effect.flatMap(
    texts.set(name, encodeTokens(tokens)),
    (isStored) =>
      isStored || tokens.refreshToken === undefined || tokens.accessToken === undefined
        ? Effect.succeed(isStored)
        : texts.set(name, encodeTokens({ refreshToken: tokens.refreshToken, accessToken: undefined }))
  )
