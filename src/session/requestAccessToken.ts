/** The request for a refresh. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import { failWith } from "../call/failWith.ts"
import { refresh, refreshCurrent } from "../wire/currentSession.ts"
import type { RefreshTokenNotFoundOrExpired } from "../wire/KnownErrors.ts"
import type { AccessToken } from "./AccessToken.ts"

/**
 * Requests an access token for a refresh token. If the service issues an expired one, requests it a second time. `parse` gets
 * each token with its arrival time, in milliseconds.
 */
export const requestAccessToken = Effect.fnUntraced(function*(
  base: Caller,
  refreshToken: Redacted.Redacted<string>,
  parse: (token: Redacted.Redacted<string>, now: number) => AccessToken | undefined
): Effect.fn.Return<Redacted.Redacted<string>, ApiError | RefreshTokenNotFoundOrExpired> {
  const { clientSecret, projectId: clientId } = base.connection
  const caller = { ...base, subject: { refreshToken, accessToken: undefined } }
  const endpoint = clientSecret === undefined ? refreshCurrent : refresh
  const request = clientSecret === undefined
    ? call(caller, refreshCurrent, {})
    : call(caller, refresh, { payload: { grantType: "refresh_token", refreshToken, clientId, clientSecret } })
  for (let attempt = 1;; attempt++) {
    const { accessToken } = yield* request
    const parsed = parse(accessToken, yield* Clock.currentTimeMillis)
    if (parsed === undefined) {
      return yield* failWith(base.connection, endpoint, true, (failures) => failures.makeInvalidAccessToken())
    }
    // Without an issue time, the lifetime is unknown. The device's clock may be wrong, so the token is used.
    if (parsed.issuedAtMillis === undefined) return accessToken
    const lifetimeMillis = parsed.expiresAtMillis - parsed.issuedAtMillis
    if (lifetimeMillis > 0) return accessToken
    if (attempt === 2) {
      return yield* failWith(
        base.connection,
        endpoint,
        true,
        (failures) => failures.makeExpiredAccessToken(lifetimeMillis)
      )
    }
  }
})
