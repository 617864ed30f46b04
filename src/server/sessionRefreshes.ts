/** Refreshes for the sessions that requests carry. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { Sha256 } from "../platform/Sha256.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { EndedSessions, getKeysOf } from "../session/EndedSessions.ts"
import { isInvalidGrant } from "../session/makeRefreshSession.ts"
import { requestAccessToken } from "../session/requestAccessToken.ts"
import * as SingleFlight from "../session/SingleFlight.ts"
import { AccessTokenVerifier } from "./AccessToken.ts"
import { AuthenticationListener } from "./AuthenticationListener.ts"
import * as ExpiringMap from "./ExpiringMap.ts"
import { Server } from "./ServerService.ts"
import { SharedRefresh } from "./SharedState.ts"

/** The session has ended. */
export class SessionEnded extends Data.TaggedError("SessionEnded")<{
  /** `service` if it has refused the refresh token, and `servers` after a sign-out by these. */
  readonly by: "service" | "servers"
}> {}

/** Returns an access token for a refresh token. `isFresh` requires an answer from the service to this request. */
export type Refresh = (
  refreshToken: Redacted.Redacted<string>,
  options: { readonly isFresh: boolean }
) => Effect.Effect<Redacted.Redacted<string>, SessionEnded | ApiError>

/** The time for which a refused refresh token is remembered, in milliseconds. The service never accepts it again. */
const refusalTime = 30_000

/**
 * Creates a process's refreshes.
 *
 * Requests can arrive with the cookies from before a refresh: browsers send requests in parallel, and a server component
 * cannot set cookies. Access tokens are therefore remembered until they expire.
 */
export const make = Effect.fnUntraced(function*(capacity: number) {
  const { caller } = yield* Server
  const { verify } = yield* AccessTokenVerifier
  const sha256 = yield* Sha256
  const share = yield* SharedRefresh
  const ended = yield* EndedSessions
  const notify = yield* AuthenticationListener
  const singleFlight = yield* SingleFlight.make
  const accessTokens = ExpiringMap.make<Redacted.Redacted<string>>(capacity)
  // Separate, so that invented tokens do not displace access tokens.
  const refusals = ExpiringMap.make<true>(capacity)

  const isUsable = (accessToken: Redacted.Redacted<string>) =>
    Effect.match(verify(accessToken, { allowAnonymous: true, allowRestricted: true }), {
      onFailure: () => false,
      onSuccess: () => true
    })

  const request = (refreshToken: Redacted.Redacted<string>) =>
    requestAccessToken(caller, refreshToken, AccessToken.parse).pipe(
      Effect.catchTag("RefreshTokenNotFoundOrExpired", () => Effect.fail(new SessionEnded({ by: "service" }))),
      Effect.catchTag(
        "ApiError",
        (error) => Effect.fail(isInvalidGrant(error) ? new SessionEnded({ by: "service" }) : error)
      ),
      Effect.tap(() => Effect.sync(() => notify({ _tag: "TokenRequested", result: "renewed" }))),
      Effect.tapError(({ _tag }) =>
        Effect.sync(() => notify({ _tag: "TokenRequested", result: _tag === "SessionEnded" ? "ended" : "failed" }))
      )
    )

  const remember = (hash: string, accessToken: Redacted.Redacted<string>) => {
    const expiresAtMillis = AccessToken.parse(accessToken)?.expiresAtMillis
    if (expiresAtMillis !== undefined) accessTokens.set(hash, accessToken, expiresAtMillis)
  }

  const forget = (hash: string, refreshToken: Redacted.Redacted<string>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const accessToken = accessTokens.get(hash, now)
      accessTokens.delete(hash)
      refusals.set(hash, true, now + refusalTime)
      // Invented tokens do not fill the marks.
      return accessToken === undefined
        ? Effect.void
        : Effect.flatMap(getKeysOf({ refreshToken, accessToken }), ended.end)
    })

  const run = (hash: string, refreshToken: Redacted.Redacted<string>, refresh: ReturnType<typeof request>) =>
    refresh.pipe(
      Effect.tap((accessToken) => Effect.sync(() => remember(hash, accessToken))),
      Effect.tapError((error) => error._tag === "SessionEnded" ? forget(hash, refreshToken) : Effect.void)
    )

  const refresh: Refresh = (refreshToken, { isFresh }) =>
    Effect.gen(function*() {
      const hash = yield* sha256(Redacted.value(refreshToken))
      const now = yield* Clock.currentTimeMillis
      if (yield* ended.isEnded([hash])) {
        accessTokens.delete(hash)
        return yield* new SessionEnded({ by: "servers" })
      }
      if (isFresh) return yield* run(hash, refreshToken, request(refreshToken))
      const known = accessTokens.get(hash, now)
      if (known !== undefined) return known
      if (refusals.get(hash, now) !== undefined) return yield* new SessionEnded({ by: "service" })
      return yield* singleFlight(hash, run(hash, refreshToken, share(refreshToken, request(refreshToken), isUsable)))
    })
  return refresh
})
