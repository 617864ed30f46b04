/** A cache's hydration with the values that a server read. */
import { getUserId } from "../session/AccessToken.ts"
import { restrictionLifted } from "../session/restriction.ts"
import type { Tokens } from "../session/Tokens.ts"
import { type CacheState, pending } from "./CacheState.ts"
import { decodeEntry, type Dehydrated, type DehydratedClaims, parseDehydrated } from "./Dehydrated.ts"
import type { EarlierValue } from "./EntryState.ts"
import type { Resource } from "./makeResource.ts"

/** A cache's session: `undefined` while it is unknown, `null` if no user is signed in. */
export type KnownSession = Tokens | null | undefined

/** A cache's dehydrated values. */
export interface Hydration {
  /** The values that the server rendered, if any. Later values do not change it. */
  readonly dehydrated: Dehydrated | undefined
  /** Returns `false` if there are no dehydrated values at all. */
  readonly hasValues: () => boolean
  /** Replaces the dehydrated values by newer ones. Ignores values that are older or have no time of creation. */
  readonly add: (input: unknown) => void
  /** Returns `true` if the dehydrated values are for the session's user. */
  readonly isFor: (session: KnownSession) => boolean
  /** Marks values as outdated that a call may have changed since the server read them. */
  readonly markOutdated: (endpointId: string) => void
  /**
   * Returns a value in place of the first fetch. It returns each value once, for the user that the server read it for, within
   * one minute. An outdated value is only returned for an entry in use, to compare it with the entry's value.
   */
  readonly take: <A, E>(
    resource: Resource<A, E>,
    session: KnownSession,
    isKnown: boolean,
    isInUse?: boolean
  ) => EarlierValue<A> | undefined
  /** Returns the current user's claims. They are the same object each time. */
  readonly claims: (session: KnownSession, isKnown: boolean) => DehydratedClaims | undefined
  /** Discards an ended session's claims. */
  readonly discardClaims: (session: KnownSession) => void
  /** Returns the state that the server rendered, if it is dehydrated. It is the same object each time. */
  readonly serverState: <A, E>(resource: Resource<A, E>) => CacheState<A, E> | undefined
  /** Returns the state that the server rendered in a view with a pending state. */
  readonly renderedState: <A, E>(resource: Resource<A, E>) => CacheState<A, E>
}

/** Dehydrated values, and their use. */
interface Seed {
  readonly dehydrated: Dehydrated
  /** By this program's clock. */
  readonly createdAt: number
  readonly receivedAt: number
  /** The keys of the values that no entry has taken. */
  readonly unused: Set<string>
  claims: DehydratedClaims | undefined
}

/** The time for which dehydrated values are fresh, in milliseconds. */
const lifetimeMillis = 60_000

/** The time for which dehydrated claims are used, in milliseconds: an access token's lifetime. */
const claimsLifetimeMillis = 600_000

/** Creates a cache's hydration. Malformed input is ignored. */
export const makeHydration = (input: unknown, now: () => number): Hydration => {
  const dehydrated = parseDehydrated(input)
  /** The times of the last calls, by endpoint. */
  const calledAt = new Map<string, number>()
  // `any`, because there are values of all types. Each is read by the resource that wrote it.
  const states = new Map<string, CacheState<any, any>>()
  /** At most 0: how far the server's clock is known to be ahead. A value cannot arrive before it was created. */
  let skew = 0

  const makeSeed = (dehydrated: Dehydrated): Seed => {
    const receivedAt = now()
    const { claims, createdAt = receivedAt, entries } = dehydrated
    skew = Math.min(skew, receivedAt - createdAt)
    return {
      dehydrated,
      createdAt: createdAt + skew,
      receivedAt,
      unused: new Set(Object.keys(entries)),
      claims
    }
  }
  let seed = dehydrated && makeSeed(dehydrated)

  const wasCalledSince = ({ createdAt }: Seed, endpointId: string) =>
    (calledAt.get(endpointId) ?? -Infinity) >= createdAt

  /** Returns `true` if the values are for the session. Until it is known, the best guess is the rendered user. */
  const isUsable = (seed: Dehydrated, session: KnownSession, isKnown: boolean): boolean =>
    session === undefined
      ? !isKnown && (dehydrated === undefined || dehydrated.userId === seed.userId)
      : belongsTo(seed, session)

  const serverState = <A, E>(resource: Resource<A, E>): CacheState<A, E> | undefined => {
    if (dehydrated === undefined) return undefined
    // Sound: resources with the same key have the same type.
    const known = states.get(resource.key) as CacheState<A, E> | undefined
    if (known !== undefined) return known
    const decoded = decodeEntry(dehydrated, resource)
    if (decoded === undefined) return undefined
    const ready: CacheState<A, E> = { _tag: "Ready", value: decoded.value, isRefreshing: false, stale: undefined }
    states.set(resource.key, ready)
    return ready
  }

  const valueOf = <A, E>(seed: Seed, resource: Resource<A, E>): { readonly value: A } | undefined => {
    if (seed.dehydrated !== dehydrated) return decodeEntry(seed.dehydrated, resource)
    const state = serverState(resource)
    return state?._tag === "Ready" ? state : undefined
  }

  const isFor = (session: KnownSession) => seed !== undefined && belongsTo(seed.dehydrated, session ?? null)

  return {
    dehydrated,
    hasValues: () => seed !== undefined,
    add: (input) => {
      const next = parseDehydrated(input)
      const { createdAt = -Infinity } = seed?.dehydrated ?? {}
      if (next?.createdAt !== undefined && next.createdAt > createdAt) seed = makeSeed(next)
    },
    isFor,
    markOutdated: (endpointId) => {
      calledAt.set(endpointId, now())
    },
    take: (resource, session, isKnown, isInUse = false) => {
      const { invalidatedBy, key, perSession } = resource
      if (seed === undefined || !seed.unused.has(key) || now() >= seed.receivedAt + lifetimeMillis) return undefined
      const isOutdated = invalidatedBy.some((endpointId) => wasCalledSince(seed!, endpointId))
      if (isOutdated && !isInUse || perSession && !isUsable(seed.dehydrated, session, isKnown)) return undefined
      // Until the token store has been read, the dehydrated value is the best guess, and may be taken again.
      if (!perSession || session !== undefined) seed.unused.delete(key)
      const known = valueOf(seed, resource)
      return known && { value: known.value, readAt: isOutdated ? -Infinity : seed.createdAt }
    },
    claims: (session, isKnown) =>
      seed === undefined || now() >= seed.receivedAt + claimsLifetimeMillis ||
        !isUsable(seed.dehydrated, session, isKnown) ||
        wasCalledSince(seed, restrictionLifted)
        ? undefined
        : seed.claims,
    discardClaims: (session) => {
      if (isFor(session)) seed!.claims = undefined
    },
    serverState,
    renderedState: (resource) =>
      dehydrated?.entries[resource.key]?.wasPending ? pending : serverState(resource) ?? pending
  }
}

/**
 * Returns `true` if dehydrated values are from the current user's session. Returns `false` if the access token contains
 * no user id.
 */
const belongsTo = ({ isSignedIn, userId }: Dehydrated, session: Tokens | null): boolean =>
  isSignedIn ? userId === getUserId(session ?? undefined) : session === null
