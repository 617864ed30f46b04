/**
 * A client's session: its state, and valid access tokens.
 *
 * A session ends only if the service rejects the refresh token. After any other refresh failure, such as a network
 * failure, a 5xx, a 429 or an invalid response, the session stays unchanged and the next call refreshes again. Calls use an
 * access token that is still valid if a network failure, a 5xx or a 429 prevents its early refresh.
 *
 * `getTokens` returns stored tokens that are valid long enough and, for other servers, young enough. Otherwise it refreshes
 * the session, as `makeRefreshSession.ts` describes.
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
import type { Challenge } from "../wire/stepUp.ts"
import type { AccessToken } from "./AccessToken.ts"
import type { ForeignUse } from "./ForeignUseService.ts"
import { makeListeners } from "./listeners.ts"
import { endSession, makeRefreshSession, type Refreshed, type RefreshSession } from "./makeRefreshSession.ts"
import { makeSettle } from "./makeSettle.ts"
import { type SessionEvent, type SessionState, tokensOf, transition } from "./SessionState.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { makeStoreQueue, type StoreQueue } from "./StoreQueue.ts"
import { isSameSession, type RefreshableTokens, type Tokens } from "./Tokens.ts"
import {
  ask,
  type Demand,
  dropExpired,
  isFresh,
  isOld,
  isPaused,
  isTooOld,
  parse,
  parseIssued,
  type TokenState
} from "./tokenState.ts"
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
  /**
   * @internal What asks the user to sign in again, with a function that cancels its open question; the last one answers. It is here
   * and not in a module, since a program may contain two copies of a module.
   */
  askers?: Map<AnyChallengeHandler, (() => void) | undefined>
  /** @internal Finds uses of the session by other devices, if a layer of `ForeignUse` remembers the own ones. */
  foreignUse?: ForeignUse["Service"]
  /** @internal Marks a session that was replaced as signed out, as `TokenStore.markEnded`. */
  readonly markEnded: (tokens: Tokens, isRevoked: boolean) => Effect.Effect<void>
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

/** Answers a challenge. A handler that fails, for example because its code cannot be loaded, answers `false`. */
export type AnyChallengeHandler = (challenge: Challenge) => Effect.Effect<boolean, unknown>

/** The validity that a call requires of an access token that can be refreshed. */
export const callValidity = /*#__PURE__*/ Duration.millis(20_000)

/**
 * The age at which access tokens for other servers are refreshed. These servers do not notice earlier that the session was
 * revoked, or that the claims have changed.
 */
export const handOutAge = /*#__PURE__*/ Duration.millis(75_000)

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
const describesUser = (token: AccessToken | undefined): boolean => typeof token?.claims["is_restricted"] === "boolean"

const traitsOf = (token: AccessToken | undefined): ReturnType<ClientSession["getTraits"]> => {
  const { is_anonymous, is_restricted } = token?.claims ?? {}
  return {
    isRestricted: is_anonymous === true || is_restricted === true,
    generation: describesUser(token) ? "2026" : undefined
  }
}

/**
 * Runs a refresh. If it fails for now or takes longer than `renewalMillis`, and the stored access token is still valid for
 * `validityAlone`, returns the stored tokens. Their age then causes no refresh for a time.
 */
const orStored = (
  read: StoreQueue["read"],
  state: TokenState,
  tokens: RefreshableTokens,
  refresh: Refreshed,
  validityAlone: Duration.Duration
): Refreshed =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const useStored = (otherwise: Refreshed, mayChange = false) =>
      Effect.flatMap(
        Effect.zip(read, Clock.currentTimeMillis),
        ([stored, now]) => {
          if (stored === undefined || !isSameSession(stored, tokens)) {
            return mayChange ? Effect.succeed(stored) : otherwise
          }
          if (!isFresh(state, stored, validityAlone, now)) return otherwise
          state.pausedAt = now
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
    return isFresh(state, tokens, validityAlone, now + renewalMillis)
      ? Effect.timeoutOrElse(refreshed, { duration: renewalMillis, orElse: () => useStored(refreshed, true) })
      : refreshed
  })

/** Creates a session's `getTokens`. */
const makeGetTokens = (
  read: StoreQueue["read"],
  state: TokenState,
  refreshSession: RefreshSession
) => {
  const getTokens = (
    validity: Duration.Duration,
    validityAlone: Duration.Duration,
    maxAge: Duration.Duration | undefined,
    isLast = false
  ): Refreshed =>
    Effect.flatMap(read, (tokens) =>
      tokens === undefined
        ? Effect.undefined
        : Clock.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          const { refreshToken } = tokens
          const isValid = isFresh(state, tokens, refreshToken === undefined ? validityAlone : validity, now)
          if (refreshToken === undefined) return isValid ? Effect.succeed(tokens) : Effect.undefined
          if (isValid && (isPaused(state, now) || !isTooOld(state, tokens, maxAge, now))) return Effect.succeed(tokens)
          return Effect.flatMap(
            orStored(read, state, tokens, refreshSession(tokens, validity, maxAge), validityAlone),
            // The joined refresh may have started before the device slept, or for a caller that accepts older tokens. If the
            // session changed during the refresh, the result is the new session.
            (stored) => {
              const now = clock.currentTimeMillisUnsafe()
              return stored === undefined ||
                  isSameSession(stored, tokens) &&
                    (isLast || isPaused(state, now) || !isOld(state, stored, maxAge, now))
                ? Effect.succeed(stored)
                : getTokens(validity, validityAlone, maxAge, true)
            }
          )
        }))

  return getTokens
}

/**
 * Reads a store after each notification until the scope closes. Ignores the notified values, which may be outdated.
 */
const follow = Effect.fnUntraced(function*(store: TokenStore["Service"], read: StoreQueue["read"]) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  /** The notifications since the last read that ended without a later one. */
  let pending = 0
  const readPending: Effect.Effect<void> = Effect.suspend(() => {
    const before = pending
    return Effect.flatMap(read, () => {
      if (pending > before) return readPending
      pending = 0
      return Effect.void
    })
  })
  yield* store.subscribe(() => {
    if (pending++ === 0) run(readPending)
  })
})

/** Refreshes a session until its access token was requested after the first `asked` changes to its claims. */
const serve = (refreshSession: RefreshSession, tokens: RefreshableTokens, demand: Demand, asked: number): Refreshed =>
  Effect.flatMap(
    refreshSession(tokens, callValidity, Duration.infinity),
    (stored) =>
      isSameSession(stored, tokens) && demand.served < asked
        ? serve(refreshSession, tokens, demand, asked)
        : Effect.succeed(stored)
  )

/** Creates a sign-out's two steps: `detach` before the request that revokes the session, and `finishDetach` after it. */
const makeDetach = (
  store: TokenStore["Service"],
  take: StoreQueue["take"],
  /** Creates a caller that acts for the session in a store. */
  makeCallerOver: (store: TokenStore["Service"]) => Effect.Effect<Caller>
): Pick<ClientSession, "detach" | "finishDetach" | "markEnded"> => {
  /** The store for the session that the last `detach` has removed, until `finishDetach`. */
  let detached: TokenStore["Service"] | undefined

  const markEnded = (tokens: Tokens | undefined, isRevoked: boolean): Effect.Effect<void> =>
    (tokens && store.markEnded?.(tokens, isRevoked)) ?? Effect.void

  return {
    markEnded,
    // Of several concurrent sign-outs, only the first one gets the tokens and revokes the session.
    detach: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(take), (tokens) =>
        tokens === undefined ? Effect.undefined : Effect.andThen(
          markEnded(tokens, false),
          Effect.flatMap(makeMemory(tokens), (memory) => makeCallerOver(detached = memory))
        ))
    ),
    finishDetach: (exit) =>
      Effect.suspend(() => {
        const last = detached
        detached = undefined
        return last === undefined || exit._tag === "Failure"
          ? Effect.void
          : Effect.flatMap(last.get, (tokens) => markEnded(tokens, true))
      })
  }
}

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
  const listeners = makeListeners<SessionState, number>()
  let state: SessionState = { _tag: "Loading" }
  const tokenState: TokenState = { skew: knownSkew }

  // Synchronous, so that no other event can be dispatched between an observation and its transition.
  const dispatch = (event: SessionEvent): void => {
    const next = transition(state, event)
    if (next === state) return
    state = next
    listeners.notify(state, tokenState.skew)
  }

  const { currentTokens, modify, read, take } = makeStoreQueue(
    store,
    (tokens) => dispatch({ _tag: "Observed", tokens }),
    dropExpired(tokenState)
  )
  const refreshSession = makeRefreshSession(
    read,
    modify,
    tokenState,
    dispatch,
    caller,
    yield* Locks,
    singleFlight,
    tokenRequests
  )
  const getTokens = makeGetTokens(read, tokenState, refreshSession)

  const requestNewTokens: Refreshed = Effect.flatMap(read, (tokens) => {
    if (tokens?.refreshToken === undefined) return Effect.undefined
    const demand = ask(tokenState, tokens)
    return Effect.flatMap(
      serve(refreshSession, tokens, demand, demand.asked),
      // A session that has replaced this one may have old tokens.
      (stored) => isSameSession(stored, tokens) || stored === undefined ? Effect.succeed(stored) : requestNewTokens
    )
  })

  const outdate = (tokens: Tokens): Demand | undefined =>
    tokens.refreshToken === undefined ||
      tokens.accessToken !== undefined && !describesUser(parse(tokenState, tokens.accessToken))
      ? undefined
      : ask(tokenState, tokens)

  return {
    state: Effect.map(read, () => state),
    currentTokens,
    subscribe: Effect.fnUntraced(function*(listener) {
      // Subscribes before the first read, so that no change is missed.
      yield* follow(store, read)
      yield* read
      yield* listeners.subscribe(listener, () => state)
    }),
    getTokens: (validity, validityAlone = validity, maxAge) => getTokens(validity, validityAlone, maxAge),
    refresh: requestNewTokens,
    refreshOnce: (tokens, maxAge) => refreshSession(tokens, Duration.zero, maxAge, true),
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
              orStored(
                read,
                tokenState,
                refreshable,
                serve(refreshSession, refreshable, demand, demand.asked),
                Duration.zero
              ),
              "ApiError",
              () => Effect.undefined
            )
          )
      }),
    getTraits: (accessToken) => traitsOf(parse(tokenState, accessToken)),
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
        if (tokens.accessToken !== undefined) parseIssued(tokenState)(tokens.accessToken, now)
        return Effect.asVoid(modify((stored) => mayReplace(stored) ? tokens : stored))
      }),
    end: (tokens) => Effect.asVoid(endSession(modify, tokens)),
    // The detached session joins a running refresh, and takes no lock, since this client may already hold it.
    ...makeDetach(
      store,
      take,
      Effect.fnUntraced(function*(memory) {
        return makeCaller(caller, yield* make(memory, caller, yield* SingleFlight.make, tokenState.skew, tokenRequests))
      }, Effect.provideService(Locks, (_, effect) => effect))
    ),
    clockSkewMillis: Effect.sync(() => tokenState.skew),
    onState: listeners.subscribe
  }
})
