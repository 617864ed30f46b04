/**
 * A client's session: its state, and valid access tokens.
 *
 * A session ends only if the service rejects the refresh token. After any other refresh failure, such as a network
 * failure, a 5xx, a 429 or an invalid response, the session stays unchanged and the next call refreshes again. Calls use an
 * access token that is still valid if a network failure, a 5xx or a 429 prevents its early refresh.
 *
 * A refresh has four steps. `getTokens` returns stored tokens that are valid long enough and, for other servers, young
 * enough, or calls `refresh`. `refresh` runs once per session and under a lock of the browser, and stores the new access
 * token. `shareAccessTokenRequest` joins the request by another session with the same tokens. `requestAccessToken` calls
 * the endpoint.
 *
 * An access token without a refresh token is a session too. It is never refreshed, and ends when the token expires or is
 * rejected.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { ApiError } from "../call/ApiError.ts"
import type { Caller } from "../call/call.ts"
import type { RequestTokens } from "../call/headers.ts"
import { Locks } from "../platform/Locks.ts"
import * as AccessToken from "./AccessToken.ts"
import { makeListeners } from "./listeners.ts"
import { makeSettle } from "./makeSettle.ts"
import { requestAccessToken } from "./requestAccessToken.ts"
import { type SessionEvent, SessionState, tokensOf, transition } from "./SessionState.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { makeStoreQueue } from "./StoreQueue.ts"
import { isSame, isSameSession, type RefreshableTokens, type Tokens } from "./Tokens.ts"
import { makeMemory, type TokenStore } from "./TokenStore.ts"

/** A client's session. The store holds its tokens; all other state is derived from it. */
export interface ClientSession {
  /** Reads the store, and returns the state. */
  readonly state: Effect.Effect<SessionState>
  /**
   * Reads the store, and returns the tokens of the session that is current when the effect starts, or `undefined`. If this
   * client signs a user in or out during the read, the result is the previous session.
   */
  readonly currentTokens: Effect.Effect<Tokens | undefined>
  /**
   * Calls the listener with the current state, and with every later one until the scope closes. The session observes the
   * store only while it has listeners.
   */
  readonly subscribe: (listener: (state: SessionState) => void) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Returns tokens whose access token stays valid for `validity`, refreshed if necessary, or `undefined` if no user is
   * signed in.
   *
   * With `maxAge`, the tokens are for another server: an access token that was issued `maxAge` ago, or whose claims are
   * outdated, is refreshed too.
   *
   * `validityAlone` applies to a token that cannot be refreshed. Without a refresh token, the result is `undefined` if the
   * access token expires earlier. If the refresh fails for now, or takes longer than five seconds, the result is the stored
   * token; if that expires earlier, the failure. The age then causes no refresh for 15 seconds.
   */
  readonly getTokens: (
    validity: Duration.Duration,
    validityAlone?: Duration.Duration,
    maxAge?: Duration.Duration
  ) => Effect.Effect<Tokens | undefined, ApiError>
  /**
   * Requests an access token after the effect has started, and returns the tokens. Returns `undefined` if there is no session
   * with a refresh token. Concurrent callers share a request that starts later than all of them.
   */
  readonly refresh: Effect.Effect<Tokens | undefined, ApiError>
  /**
   * @internal Refreshes an access token that has expired or was issued `maxAge` ago, and returns the tokens. Sends one
   * request, without retries and without a network check. Calls do not fail with it.
   */
  readonly refreshOnce: (
    tokens: RefreshableTokens,
    maxAge: Duration.Duration
  ) => Effect.Effect<Tokens | undefined, ApiError>
  /**
   * Marks a session's claims as outdated, in all access tokens that were requested until now. They stay usable for the
   * service. Has no effect on tokens that cannot be refreshed, or that do not describe the user.
   */
  readonly outdate: (tokens: Tokens) => void
  /** Outdates a session's access tokens, and refreshes them. Never fails; gives up after 5 seconds. */
  readonly renew: (tokens: Tokens) => Effect.Effect<void>
  /** Returns the request properties that depend on its access token's claims. */
  readonly getTraits: (accessToken: Redacted.Redacted<string>) => Pick<RequestTokens, "generation" | "isRestricted">
  /** Removes an access token that the service rejected. */
  readonly expire: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Stores a sign-in's tokens. If `mayReplace` returns `false` for the stored tokens, they are kept. */
  readonly signIn: (tokens: Tokens, mayReplace?: (stored: Tokens | undefined) => boolean) => Effect.Effect<void>
  /** Ends the session with these tokens. A newer session is not affected. */
  readonly end: (tokens: Tokens) => Effect.Effect<void>
  /**
   * Removes the current session's tokens from the store. Returns a caller that can still act for that session, for
   * example to revoke it.
   *
   * Returns `undefined` if there is no session, or if this client has signed in another user since the effect started. That
   * user's session is kept.
   */
  readonly detach: Effect.Effect<Caller | undefined>
  /**
   * Ends a `detach` with the exit from the request that revokes the session. If the service has accepted the tokens, marks
   * the session as revoked.
   */
  readonly finishDetach: (exit: Exit.Exit<unknown, unknown>) => Effect.Effect<void>
  /** The service's clock minus this device's clock in milliseconds, measured when the last token was issued. */
  readonly clockSkewMillis: Effect.Effect<number | undefined>
  /**
   * @internal Calls the listener with every later state and the clock skew until the scope closes, without observing the
   * store.
   */
  readonly onState: (
    listener: (state: SessionState, clockSkewMillis?: number) => void
  ) => Effect.Effect<void, never, Scope.Scope>
}

/** In milliseconds. */
const maxValidity = 60_000

/** The shortest `maxAge`, in milliseconds. */
const minMaxAge = 15_000

/** An access token that was issued this long after now, in milliseconds, shows that the device's clock was changed. */
const maxClockError = 10_000

/** The time after a failed refresh without another one because of a token's age, in milliseconds. */
const pauseMillis = 15_000

/** The validity that a call requires of an access token that can be refreshed. */
export const callValidity = /*#__PURE__*/ Duration.millis(20_000)

/**
 * The age at which access tokens for other servers are refreshed. These servers do not notice earlier that the session was
 * revoked, or that the claims have changed.
 */
export const handOutAge = /*#__PURE__*/ Duration.millis(75_000)

/** The refreshes that changes of the claims require. */
interface Demand {
  readonly tokens: RefreshableTokens
  /** The number of changes so far. */
  asked: number
  /** The number of changes before the last completed refresh was requested. */
  served: number
}

/** The longest wait for a new access token while the stored one is valid, in milliseconds. */
const renewalMillis = 5000

/** Creates a caller that acts for a session. */
export const makeCaller = (base: Omit<Caller, "credentials">, session: ClientSession): Caller => ({
  ...base,
  credentials: {
    tokens: Effect.map(
      session.getTokens(callValidity, Duration.zero),
      (tokens) => tokens?.accessToken === undefined ? tokens : { ...tokens, ...session.getTraits(tokens.accessToken) }
    ),
    storedTokens: Effect.map(session.state, tokensOf),
    currentTokens: session.currentTokens,
    expire: session.expire,
    settle: makeSettle(session)
  }
})

/** Tokens from 2025 only identify the user, so their claims are never outdated. */
const describesUser = (token: AccessToken.AccessToken | undefined): boolean =>
  typeof token?.claims["is_restricted"] === "boolean"

const dieOfDuration = (rule: string, duration: Duration.Duration) =>
  Effect.die(new Error(`The ${rule}, but is ${Duration.toMillis(duration)} ms`))

/** Returns `true` if OAuth rejected the refresh token (RFC 6749 § 5.2). */
export const isInvalidGrant = ({ reason }: ApiError): boolean =>
  reason._tag === "RequestRefused" && reason.serviceCode === "invalid_grant"

/**
 * Creates a session over a store. Sends no request. Sessions with the same tokens can share `tokenRequests`, so that one
 * access token request serves them all.
 */
export const make = Effect.fnUntraced(function*(
  store: TokenStore["Service"],
  caller: Omit<Caller, "credentials">,
  singleFlight: SingleFlight.SingleFlight,
  knownSkew?: number,
  tokenRequests: SingleFlight.SingleFlight = singleFlight
): Effect.fn.Return<ClientSession> {
  const locks = yield* Locks
  const listeners = makeListeners<SessionState, number>()
  let state: SessionState = SessionState.Loading()
  let skew = knownSkew
  let read: AccessToken.AccessToken | undefined
  let detached: TokenStore["Service"] | undefined
  let demand: Demand | undefined
  /** For a time after this one, in milliseconds since 1970, the age of a token causes no refresh. */
  let pausedAt = -Infinity

  // Synchronous, so that no other event can be dispatched between an observation and its transition.
  const dispatch = (event: SessionEvent): void => {
    const next = transition(state, event)
    if (next === state) return
    state = next
    listeners.notify(state, skew)
  }

  const parse = (token: Redacted.Redacted<string>) =>
    read !== undefined && (read.token === token || Redacted.value(read.token) === Redacted.value(token))
      ? read
      : read = AccessToken.parse(token)

  /** Parses an access token that was just issued, and updates the clock skew. */
  const parseIssued = (token: Redacted.Redacted<string>, now: number) => {
    const parsed = parse(token)
    if (parsed?.issuedAtMillis !== undefined) skew = parsed.issuedAtMillis - now
    return parsed
  }

  /** Returns an access token's remaining validity in milliseconds. */
  const getRemaining = ({ accessToken }: Tokens, now: number): number => {
    const parsed = accessToken && parse(accessToken)
    return parsed === undefined ? 0 : parsed.expiresAtMillis - (skew ?? 0) - now
  }

  /** Returns an access token's issue time in milliseconds, or `NaN`. */
  const getIssuedAt = ({ accessToken }: Tokens): number => (accessToken && parse(accessToken)?.issuedAtMillis) ?? NaN

  const isFresh = (tokens: Tokens, validity: Duration.Duration, now: number): boolean =>
    getRemaining(tokens, now) >= Math.max(Duration.toMillis(validity), 1)

  /** Returns `true` if an access token has expired, or was issued `maxAge` ago, or after now. */
  const isOld = (tokens: Tokens, maxAge: Duration.Duration | undefined, now: number): boolean => {
    // Without an issue time, it is `NaN`, and the lifetime is unknown.
    const age = now + (skew ?? 0) - getIssuedAt(tokens)
    const maxMillis = Duration.toMillis(maxAge ?? Duration.infinity)
    return age >= Math.min(maxMillis, age + getRemaining(tokens, now)) || age < -maxClockError && maxMillis < Infinity
  }

  /** Returns `true` if an access token is no longer for another server: it is old, or its claims are outdated. */
  const isTooOld = (tokens: Tokens, maxAge: Duration.Duration | undefined, now: number): boolean =>
    isOld(tokens, maxAge, now) || maxAge !== undefined && isOutdated(tokens)

  /** Returns the session's demand, if it has changed claims. */
  const demandOf = (tokens: Tokens): Demand | undefined =>
    demand && isSameSession(demand.tokens, tokens) ? demand : undefined

  const isOutdated = (tokens: Tokens): boolean => {
    const demand = demandOf(tokens)
    return demand !== undefined && demand.served < demand.asked
  }

  /** Demands a refresh that is requested after now. */
  const ask = (tokens: RefreshableTokens): Demand => {
    demand = demandOf(tokens) ?? { tokens, asked: 0, served: 0 }
    demand.asked++
    return demand
  }

  /** Returns the tokens, or `undefined` for an expired access token without a refresh token: its session has ended. */
  const dropExpired = (tokens: Tokens | undefined, now: number): Tokens | undefined =>
    tokens !== undefined && tokens.refreshToken === undefined && getRemaining(tokens, now) <= 0 ? undefined : tokens

  const { currentTokens, modify, read: observe, take } = makeStoreQueue(
    store,
    (tokens) => dispatch({ _tag: "Observed", tokens }),
    dropExpired
  )

  const credentials = {
    tokens: Effect.undefined,
    storedTokens: observe,
    currentTokens: Effect.undefined,
    expire: () => Effect.void
  }
  /** Requests an access token, or joins the request by another session with the same tokens. */
  const shareAccessTokenRequest = (tokens: RefreshableTokens, isOnce: boolean) =>
    Effect.suspend(() => {
      let isOwn = false
      const own = Effect.suspend(() => {
        isOwn = true
        return requestAccessToken({ ...caller, credentials, isOnce }, tokens.refreshToken, parseIssued)
      })
      return Effect.catchTag(
        tokenRequests(`token-${Redacted.value(tokens.refreshToken)}`, own),
        "ApiError",
        // The joined request stops when its session is signed out. The sign-out itself still needs a token.
        (error) => isOwn ? Effect.fail(error) : own
      )
    })

  /** Refreshes a session. Stores the new access token if the store still holds that session, with an older one. */
  const refresh = Effect.fnUntraced(function*(
    asked: RefreshableTokens,
    validity: Duration.Duration,
    maxAge: Duration.Duration | undefined,
    isOnce = false,
    isLast = isOnce
  ): Effect.fn.Return<Tokens | undefined, ApiError> {
    // Another refresh may have finished since the caller read the store.
    const tokens = yield* observe
    if (tokens?.refreshToken === undefined || !isSameSession(tokens, asked)) return tokens
    const now = yield* Clock.currentTimeMillis
    if (isFresh(tokens, validity, now) && !isTooOld(tokens, maxAge, now)) return tokens
    dispatch({ _tag: "RefreshStarted", tokens })
    // A change during the request may be missing in the new token.
    const current = demandOf(tokens)
    const served = current?.asked
    let isUnclear = false
    const result = yield* Effect.flatMap(
      shareAccessTokenRequest(tokens, isOnce),
      (accessToken) =>
        modify((stored) => {
          const renewed = { ...tokens, accessToken }
          if (!isSameSession(stored, tokens)) return stored
          // Another client may have stored a newer token. Of two tokens from one second, neither is known to have both clients'
          // changes. Sound: a session is stored.
          const lead = getIssuedAt(stored!) - getIssuedAt(renewed)
          const isKept = lead >= 0 && !isSame(stored, tokens)
          isUnclear = isKept && lead === 0 && isOutdated(tokens)
          // Sound: both come from the same demand.
          if (current !== undefined && !isUnclear) current.served = served!
          return isKept ? stored : renewed
        })
    ).pipe(
      Effect.catchTag("RefreshTokenNotFoundOrExpired", () => end(tokens)),
      Effect.catchIf(isInvalidGrant, () => end(tokens)),
      Effect.tapError((error) => Effect.sync(() => dispatch({ _tag: "RefreshFailed", tokens, error }))),
      Effect.ensuring(Effect.sync(() => dispatch({ _tag: "RefreshEnded", tokens })))
    )
    // While a slow store wrote the new token, the service may have refused it to another client.
    const isMissing = result?.accessToken === undefined && isSameSession(result, tokens)
    return (isUnclear || isMissing) && !isLast
      ? yield* refresh(tokens, validity, Duration.infinity, false, true)
      : result
  })

  const end = (tokens: Tokens) => modify((stored) => isSameSession(stored, tokens) ? undefined : stored)

  /** Refreshes a session, or joins its running refresh. */
  const joinRefresh = (
    tokens: RefreshableTokens,
    validity: Duration.Duration,
    maxAge: Duration.Duration | undefined,
    isOnce = false
  ) =>
    singleFlight(
      `refresh-${isOnce}-${Redacted.value(tokens.refreshToken)}`,
      // When this tab gets the lock, another tab may have refreshed the session already.
      locks(`latchkey-refresh-${caller.connection.projectId}`, refresh(tokens, validity, maxAge, isOnce))
    )

  /** Refreshes a session until its access token was requested after the first `asked` changes to its claims. */
  const serve = (
    tokens: RefreshableTokens,
    demand: Demand,
    asked: number
  ): Effect.Effect<Tokens | undefined, ApiError> =>
    Effect.flatMap(
      joinRefresh(tokens, callValidity, Duration.infinity),
      (stored) =>
        isSameSession(stored, tokens) && demand.served < asked ? serve(tokens, demand, asked) : Effect.succeed(stored)
    )

  const requestNewTokens: Effect.Effect<Tokens | undefined, ApiError> = Effect.flatMap(observe, (tokens) => {
    if (tokens?.refreshToken === undefined) return Effect.undefined
    const demand = ask(tokens)
    return Effect.flatMap(
      serve(tokens, demand, demand.asked),
      // A session that has replaced this one may have old tokens.
      (stored) => isSameSession(stored, tokens) || stored === undefined ? Effect.succeed(stored) : requestNewTokens
    )
  })

  /**
   * Runs a refresh. If it fails for now or takes longer than `renewalMillis`, and the stored access token is still valid for
   * `validityAlone`, returns the stored tokens.
   */
  const orStored = (
    tokens: RefreshableTokens,
    refresh: Effect.Effect<Tokens | undefined, ApiError>,
    validityAlone: Duration.Duration
  ) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const useStored = (otherwise: Effect.Effect<Tokens | undefined, ApiError>, mayChange = false) =>
        Effect.flatMap(
          Effect.zip(observe, Clock.currentTimeMillis),
          ([stored, now]) => {
            if (stored === undefined || !isSameSession(stored, tokens)) {
              return mayChange ? Effect.succeed(stored) : otherwise
            }
            if (!isFresh(stored, validityAlone, now)) return otherwise
            pausedAt = now
            return Effect.succeed(stored)
          }
        )
      const refreshed = Effect.catchTag(
        refresh,
        "ApiError",
        (error) => error.isTransient ? useStored(Effect.fail(error)) : Effect.fail(error)
      )
      // A token that expires earlier cannot be used after the wait. Of several calls that wait for a replaced session, none may
      // join the refresh again that the others have not left yet.
      return isFresh(tokens, validityAlone, now + renewalMillis)
        ? Effect.timeoutOrElse(refreshed, { duration: renewalMillis, orElse: () => useStored(refreshed, true) })
        : refreshed
    })

  // A clock that was set back does not make the pause longer.
  const isPaused = (now: number) => now >= pausedAt && now < pausedAt + pauseMillis

  const getTokens = (
    validity: Duration.Duration,
    validityAlone: Duration.Duration,
    maxAge: Duration.Duration | undefined,
    isLast = false
  ): Effect.Effect<Tokens | undefined, ApiError> =>
    Effect.flatMap(observe, (tokens) =>
      tokens === undefined
        ? Effect.undefined
        : Clock.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          const { refreshToken } = tokens
          const isValid = isFresh(tokens, refreshToken === undefined ? validityAlone : validity, now)
          if (refreshToken === undefined) return isValid ? Effect.succeed(tokens) : Effect.undefined
          if (isValid && (isPaused(now) || !isTooOld(tokens, maxAge, now))) return Effect.succeed(tokens)
          return Effect.flatMap(
            orStored(tokens, joinRefresh(tokens, validity, maxAge), validityAlone),
            // The joined refresh may have started before the device slept, or for a caller that accepts older tokens. If the
            // session changed during the refresh, the result is the new session.
            (stored) => {
              const now = clock.currentTimeMillisUnsafe()
              return stored === undefined ||
                  isSameSession(stored, tokens) && (isLast || isPaused(now) || !isOld(stored, maxAge, now))
                ? Effect.succeed(stored)
                : getTokens(validity, validityAlone, maxAge, true)
            }
          )
        }))

  const outdate = (tokens: Tokens): Demand | undefined =>
    tokens.refreshToken === undefined || tokens.accessToken !== undefined && !describesUser(parse(tokens.accessToken))
      ? undefined
      : ask(tokens)

  /**
   * Creates a caller that acts for the session of these tokens, store regardless. It joins a running refresh, and
   * takes no lock, since this client may already hold it.
   */
  const makeDetachedCaller = Effect.fnUntraced(function*(tokens: Tokens) {
    detached = yield* makeMemory(tokens)
    return makeCaller(caller, yield* make(detached, caller, yield* SingleFlight.make, skew, tokenRequests))
  }, Effect.provideService(Locks, (_, effect) => effect))

  const markEnded = (tokens: Tokens | undefined, isRevoked: boolean): Effect.Effect<void> =>
    (tokens && store.markEnded?.(tokens, isRevoked)) ?? Effect.void

  return {
    state: Effect.map(observe, () => state),
    currentTokens,
    subscribe: Effect.fnUntraced(function*(listener) {
      // Subscribes before the first read, so that no change is missed. A notification only triggers a read, since its value
      // may be outdated.
      const run = Effect.runForkWith(yield* Effect.context<never>())
      /** The notifications since the last read that ended without a later one. */
      let pending = 0
      const follow: Effect.Effect<void> = Effect.suspend(() => {
        const before = pending
        return Effect.flatMap(observe, () => {
          if (pending > before) return follow
          pending = 0
          return Effect.void
        })
      })
      yield* store.subscribe(() => {
        if (pending++ === 0) run(follow)
      })
      yield* observe
      yield* listeners.subscribe(listener, () => state)
    }),
    getTokens: (validity, validityAlone = validity, maxAge) =>
      Duration.toMillis(validity) >= maxValidity
        ? dieOfDuration("validity must be less than 60 seconds", validity)
        : maxAge === undefined || Duration.toMillis(maxAge) >= minMaxAge
        ? getTokens(validity, validityAlone, maxAge)
        : dieOfDuration("maxAge must be at least 15 seconds", maxAge),
    refresh: requestNewTokens,
    refreshOnce: (tokens, maxAge) => joinRefresh(tokens, Duration.zero, maxAge, true),
    outdate,
    renew: (tokens) =>
      Effect.suspend(() => {
        const demand = outdate(tokens)
        // Sound: only tokens that can be refreshed have a demand.
        const refreshable = tokens as RefreshableTokens
        return demand === undefined
          ? Effect.void
          // `Effect.ignore` would add the logger to bundles.
          : Effect.asVoid(
            Effect.catchTag(
              orStored(refreshable, serve(refreshable, demand, demand.asked), Duration.zero),
              "ApiError",
              () => Effect.undefined
            )
          )
      }),
    getTraits: (accessToken) => {
      const read = parse(accessToken)
      const { is_anonymous, is_restricted } = read?.claims ?? {}
      return {
        isRestricted: is_anonymous === true || is_restricted === true,
        generation: describesUser(read) ? "2026" : undefined
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
    // Of several concurrent sign-outs, only the first one gets the tokens and revokes the session.
    detach: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(
        restore(take),
        (tokens) =>
          tokens === undefined ? Effect.undefined : Effect.andThen(markEnded(tokens, false), makeDetachedCaller(tokens))
      )
    ),
    finishDetach: (exit) =>
      Effect.suspend(() => {
        const last = detached
        detached = undefined
        return last === undefined || exit._tag === "Failure"
          ? Effect.void
          : Effect.flatMap(last.get, (tokens) => markEnded(tokens, true))
      }),
    clockSkewMillis: Effect.sync(() => skew),
    onState: listeners.subscribe
  }
})
