/**
 * The session of a client: who is signed in, and access tokens that are fresh enough to be used.
 *
 * Only the service's refusal of the refresh token ends a session. A refresh that meets a dead network, a 5xx, a 429 or
 * an answer that makes no sense leaves everything as it was, and the next call tries again.
 *
 * An access token without a refresh token is a session too. It is never refreshed, and ends when the token expires or is
 * refused.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { ApiError, ClockSkewError, InvalidResponse } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import type { RequestTokens } from "../call/headers.ts"
import { Locks } from "../platform/Locks.ts"
import type { RefreshTokenNotFoundOrExpired } from "../wire/KnownErrors.ts"
import { refreshCurrent } from "../wire/sessions.ts"
import { refresh as refreshEndpoint } from "../wire/tokens.ts"
import * as AccessToken from "./AccessToken.ts"
import { makeListeners } from "./listeners.ts"
import { makeOrderedStore } from "./OrderedStore.ts"
import { SessionEvent, SessionState, tokensOf, transition } from "./SessionState.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { isSameSession, type RefreshableTokens, type Tokens } from "./Tokens.ts"
import { makeMemory, type TokenStore } from "./TokenStore.ts"

/**
 * The session behind a client. Its tokens live in the store; everything here is derived from it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Session {
  /** Reads the store, and tells the state. */
  readonly state: Effect.Effect<SessionState>
  /**
   * Reads the store, and returns the tokens of the session that is current when the effect starts, or `undefined` for none.
   * If this client signs a user in or out while the store is read, the result is the session before that.
   */
  readonly currentTokens: Effect.Effect<Tokens | undefined>
  /** Tells the state now, and every later one until the scope closes. Follows the store only while somebody listens. */
  readonly subscribe: (listener: (state: SessionState) => void) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Returns tokens whose access token is likely valid for that long, refreshed if necessary, or `undefined` if no user is
   * signed in. An access token without a refresh token needs the second duration instead, or counts as signed out.
   */
  readonly getTokens: (
    validity: Duration.Duration,
    validityAlone?: Duration.Duration
  ) => Effect.Effect<Tokens | undefined, ApiError>
  /** Returns what an access token shows about how to call the service. */
  readonly getTraits: (accessToken: Redacted.Redacted<string>) => Pick<RequestTokens, "generation" | "isRestricted">
  /** Forgets an access token that the service refused. */
  readonly expire: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Stores the tokens of a sign-in. With a condition, what is stored already stays if it does not meet that. */
  readonly signIn: (tokens: Tokens, mayReplace?: (stored: Tokens | undefined) => boolean) => Effect.Effect<void>
  /** Ends the session of these tokens; another one that has begun since goes on. */
  readonly end: (tokens: Tokens) => Effect.Effect<void>
  /**
   * Takes the tokens of the current session out of the store, and returns a caller that can still act for that session, such
   * as revoke it at the service. Returns `undefined` if there is no session, or if this client has signed another user in
   * since the effect started: that session is not removed.
   */
  readonly leave: Effect.Effect<Caller | undefined>
  /** The service's clock minus this device's, in milliseconds, as the last token showed it. */
  readonly clockSkewMillis: Effect.Effect<number | undefined>
}

const limit = Duration.seconds(60)

/** How long an access token must still be valid to be sent with a call, where a refresh token can replace it. */
const callValidity = Duration.seconds(20)

/**
 * Returns a caller that acts for a session.
 *
 * @category constructors
 * @since 0.1.0
 */
export const callerOf = (base: Omit<Caller, "credentials">, session: Session): Caller => ({
  ...base,
  credentials: {
    tokens: Effect.map(
      session.getTokens(callValidity, Duration.zero),
      (tokens) => tokens?.accessToken === undefined ? tokens : { ...tokens, ...session.getTraits(tokens.accessToken) }
    ),
    storedTokens: Effect.map(session.state, tokensOf),
    currentTokens: session.currentTokens,
    expire: session.expire
  }
})

/** Whether an error is OAuth's own refusal of a refresh token (RFC 6749 § 5.2). */
const isInvalidGrant = ({ reason }: ApiError): boolean =>
  reason._tag === "RequestRefused" && reason.code === "invalid_grant"

/**
 * Creates a session over a store. Sends nothing by itself. `grants` is what it shares with other sessions of the same
 * tokens: one request of theirs for an access token serves all.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  store: TokenStore["Service"],
  caller: Omit<Caller, "credentials">,
  singleFlight: SingleFlight.SingleFlight,
  knownSkew?: number,
  tokenRequests: SingleFlight.SingleFlight = singleFlight
): Effect.fn.Return<Session> {
  const locks = yield* Locks
  const listeners = makeListeners<SessionState>()
  let state: SessionState = SessionState.Loading()
  let skew = knownSkew
  let read: AccessToken.AccessToken | undefined

  // A plain function, so that nothing can come between what was found out and the state that follows from it.
  const dispatch = (event: SessionEvent): void => {
    const next = transition(state, event)
    if (next === state) return
    state = next
    listeners.tell(state)
  }

  const parse = (token: Redacted.Redacted<string>) =>
    read !== undefined && Redacted.value(read.token) === Redacted.value(token) ? read : read = AccessToken.parse(token)

  /** Learns the service's clock from a token that has just been issued. */
  const parseIssued = (token: Redacted.Redacted<string>, now: number) => {
    const parsed = parse(token)
    if (parsed?.issuedAtMillis !== undefined) skew = parsed.issuedAtMillis - now
    return parsed
  }

  /** Returns for how many milliseconds an access token is still valid. */
  const getRemaining = ({ accessToken }: Tokens, now: number): number => {
    const parsed = accessToken && parse(accessToken)
    return parsed === undefined ? 0 : parsed.expiresAtMillis - (skew ?? 0) - now
  }

  const isFresh = (tokens: Tokens, validity: Duration.Duration, now: number): boolean => {
    const rest = getRemaining(tokens, now)
    return rest > 0 && rest >= Duration.toMillis(validity)
  }

  /** Returns the tokens, or `undefined` if they are an access token alone that has expired: their session has ended. */
  const dropExpired = (tokens: Tokens | undefined, now: number): Tokens | undefined =>
    tokens !== undefined && tokens.refreshToken === undefined && getRemaining(tokens, now) <= 0 ? undefined : tokens

  const { currentTokens, modify, read: observe, take } = makeOrderedStore(
    {
      get: Effect.flatMap(store.get, (stored) =>
        stored === undefined || stored.refreshToken !== undefined
          ? Effect.succeed(stored)
          : Effect.map(Clock.currentTimeMillis, (now) => dropExpired(stored, now))),
      modify: (f) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => store.modify((stored) => f(dropExpired(stored, now))))
    },
    (tokens) => dispatch(SessionEvent.Observed({ tokens }))
  )

  const credentials = {
    tokens: Effect.undefined,
    storedTokens: observe,
    currentTokens: Effect.undefined,
    expire: () => Effect.void
  }
  const { clientSecret, projectId: clientId } = caller.connection
  const endpointId = (clientSecret === undefined ? refreshCurrent : refreshEndpoint).id
  const callRefreshEndpoint = ({ refreshToken }: RefreshableTokens) => {
    const refresher = { ...caller, credentials, subject: { refreshToken, accessToken: undefined } }
    return clientSecret === undefined
      ? call(refresher, refreshCurrent, {})
      : call(refresher, refreshEndpoint, {
        payload: { grantType: "refresh_token", refreshToken, clientId, clientSecret }
      })
  }

  /** Asks for an access token, and once more when the service issues one that is over before it begins. */
  const requestAccessToken = Effect.fnUntraced(function*(tokens: RefreshableTokens): Effect.fn.Return<
    Redacted.Redacted<string>,
    ApiError | RefreshTokenNotFoundOrExpired
  > {
    const fail = (reason: ApiError["reason"]) => new ApiError({ endpoint: endpointId, reason })
    for (let attempt = 1;; attempt++) {
      const { accessToken } = yield* callRefreshEndpoint(tokens)
      const now = yield* Clock.currentTimeMillis
      const parsed = parseIssued(accessToken, now)
      if (parsed === undefined) {
        return yield* fail(
          new InvalidResponse({ status: 200, path: ["access_token"], message: "The access token is not a JWT" })
        )
      }
      // Without its time of issue there is nothing to judge a token by: the device's clock may be wrong.
      if (parsed.issuedAtMillis === undefined) return accessToken
      const lifetimeMillis = parsed.expiresAtMillis - parsed.issuedAtMillis
      if (lifetimeMillis > 0) return accessToken
      if (attempt === 2) {
        return yield* fail(
          new ClockSkewError({
            lifetimeMillis,
            error: undefined,
            message: "The service issues expired access tokens. Its clock is wrong"
          })
        )
      }
    }
  })

  /** Asks for an access token, or waits for the request that another session of the same tokens has sent. */
  const shareAccessTokenRequest = (tokens: RefreshableTokens) =>
    Effect.suspend(() => {
      let isOwn = false
      const own = Effect.suspend(() => {
        isOwn = true
        return requestAccessToken(tokens)
      })
      return Effect.catchTag(
        tokenRequests(`token-${Redacted.value(tokens.refreshToken)}`, own),
        "ApiError",
        // A request is not retried after its session has been signed out, but the sign-out itself needs a token.
        (error) => isOwn ? Effect.fail(error) : own
      )
    })

  /** Refreshes the session of these tokens. What it finds is stored only if that session is still the stored one. */
  const refresh = Effect.fnUntraced(function*(asked: RefreshableTokens, validity: Duration.Duration) {
    // A refresh that ended after the caller looked has done the work already.
    const tokens = yield* observe
    if (tokens?.refreshToken === undefined || !isSameSession(tokens, asked)) return tokens
    if (isFresh(tokens, validity, yield* Clock.currentTimeMillis)) return tokens
    dispatch(SessionEvent.RefreshStarted({ tokens }))
    return yield* Effect.flatMap(
      shareAccessTokenRequest(tokens),
      (accessToken) => modify((stored) => isSameSession(stored, tokens) ? { ...tokens, accessToken } : stored)
    ).pipe(
      Effect.catchTag("RefreshTokenNotFoundOrExpired", () => end(tokens)),
      Effect.catchIf(isInvalidGrant, () => end(tokens)),
      Effect.tapError((error) => Effect.sync(() => dispatch(SessionEvent.RefreshFailed({ tokens, error })))),
      Effect.ensuring(Effect.sync(() => dispatch(SessionEvent.RefreshEnded({ tokens }))))
    )
  })

  const end = (tokens: Tokens) => modify((stored) => isSameSession(stored, tokens) ? undefined : stored)

  const getTokens = (
    validity: Duration.Duration,
    validityAlone: Duration.Duration
  ): Effect.Effect<Tokens | undefined, ApiError> =>
    Effect.flatMap(observe, (tokens) =>
      tokens === undefined
        ? Effect.undefined
        : Effect.flatMap(Clock.currentTimeMillis, (now) =>
          isFresh(tokens, tokens.refreshToken === undefined ? validityAlone : validity, now)
            ? Effect.succeed(tokens)
            : tokens.refreshToken === undefined
            ? Effect.undefined
            : Effect.flatMap(
              singleFlight(
                `refresh-${Redacted.value(tokens.refreshToken)}`,
                // Another tab that refreshes at the same time has done the work when this one looks.
                locks(`latchkey-refresh-${caller.connection.projectId}`, refresh(tokens, validity))
              ),
              // Whoever has signed in or out meanwhile is the one to act for.
              (stored) =>
                isSameSession(stored, tokens) || stored === undefined
                  ? Effect.succeed(stored)
                  : getTokens(validity, validityAlone)
            )))

  /**
   * Returns a caller that acts for the session of these tokens, whatever the store holds. It shares a refresh that is in
   * progress, and so takes no lock: this client may hold it.
   */
  const callerFor = Effect.fnUntraced(function*(tokens: Tokens) {
    return callerOf(
      caller,
      yield* make(yield* makeMemory(tokens), caller, yield* SingleFlight.make, skew, tokenRequests)
    )
  }, Effect.provideService(Locks, (_, effect) => effect))

  return {
    state: Effect.map(observe, () => state),
    currentTokens,
    subscribe: Effect.fnUntraced(function*(listener) {
      // The store is listened to before it is read, so that no change falls in between. A change is a reason to read, not
      // what is read: when several are told at once, only the last still holds.
      const run = Effect.runForkWith(yield* Effect.context<never>())
      let reading = false
      let again = false
      const follow: Effect.Effect<void> = Effect.suspend(() => {
        again = false
        return Effect.flatMap(observe, () => {
          if (again) return follow
          reading = false
          return Effect.void
        })
      })
      yield* store.subscribe(() => {
        again = true
        if (reading) return
        reading = true
        run(follow)
      })
      yield* observe
      yield* listeners.subscribe(listener, () => state)
    }),
    getTokens: (validity, validityAlone = validity) =>
      Duration.isLessThan(validity, limit)
        ? getTokens(validity, validityAlone)
        : Effect.die(
          new Error(
            `Required access token validity must be under 60 seconds, but is ${Duration.toMillis(validity)} ms: ` +
              `the service's tokens may live no longer than a minute`
          )
        ),
    getTraits: (accessToken) => {
      const { is_anonymous, is_restricted } = parse(accessToken)?.claims ?? {}
      return {
        isRestricted: is_anonymous === true || is_restricted === true,
        generation: typeof is_restricted === "boolean" ? "2026" : undefined
      }
    },
    expire: (accessToken) =>
      Effect.asVoid(
        modify((stored) =>
          stored?.accessToken === undefined || Redacted.value(stored.accessToken) !== Redacted.value(accessToken)
            ? stored
            : stored.refreshToken && { refreshToken: stored.refreshToken, accessToken: undefined }
        )
      ),
    signIn: (tokens, mayReplace = () => true) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (tokens.accessToken !== undefined) parseIssued(tokens.accessToken, now)
        return Effect.asVoid(modify((stored) => mayReplace(stored) ? tokens : stored))
      }),
    end: (tokens) => Effect.asVoid(end(tokens)),
    // Of several sign-outs at the same time, the one that takes the tokens out revokes the session.
    leave: Effect.flatMap(take, (tokens) => tokens === undefined ? Effect.undefined : callerFor(tokens)),
    clockSkewMillis: Effect.sync(() => skew)
  }
})
