/** A client's state from before a recording. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ClientSession } from "../session/ClientSession.ts"
import type { Tokens } from "../session/Tokens.ts"
import { makeJwt } from "./TokenText.ts"

/**
 * Restores a known state in a new session: it measures the clock skew by a token that seems to be issued now, and reads the
 * store, which must return the tokens.
 */
export const restoreSession = Effect.fnUntraced(function*(
  session: ClientSession,
  tokens: Tokens | undefined,
  clockSkewMillis: number | undefined
) {
  if (clockSkewMillis !== undefined) {
    const issuedAt = ((yield* Clock.currentTimeMillis) + clockSkewMillis) / 1000
    const accessToken = Redacted.make(makeJwt({ iat: issuedAt, exp: issuedAt + 60 }, "restored"))
    // The store keeps its tokens.
    yield* session.signIn({ refreshToken: tokens?.refreshToken, accessToken }, () => false)
  }
  yield* session.state
})
