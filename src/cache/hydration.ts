/**
 * Hydration of a cache with the values that a server read.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import { getUserId } from "../session/AccessToken.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { CacheState } from "./CacheState.ts"
import { decodeEntry, type Dehydrated, parseDehydrated } from "./Dehydrated.ts"
import type { Resource } from "./makeResource.ts"

/**
 * The session of a cache: `undefined` while it is unknown, `null` if no user is signed in.
 *
 * @category models
 * @since 0.1.0
 */
export type KnownSession = Tokens | null | undefined

/**
 * The dehydrated values of a cache.
 *
 * @category models
 * @since 0.1.0
 */
export interface Hydration {
  readonly dehydrated: Dehydrated | undefined
  /** Discards values that a call may have changed since the server read them. */
  readonly markOutdated: (endpointId: string) => void
  /**
   * Returns a value in place of the first fetch. It returns each value once, for the user that the server read it for, within
   * one minute.
   */
  readonly take: <A, E>(
    resource: Resource<A, E>,
    session: KnownSession,
    isKnown: boolean
  ) => { readonly value: A } | undefined
  /** Returns the state that the server rendered, if it is dehydrated. It is the same object each time. */
  readonly serverState: <A, E>(resource: Resource<A, E>) => CacheState<A, E> | undefined
}

/** The time for which dehydrated values are fresh. */
const lifetime = Duration.minutes(1)

/**
 * Creates the hydration of a cache. Malformed input is ignored.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeHydration = (input: unknown, now: () => number): Hydration => {
  const dehydrated = parseDehydrated(input)
  const expiresAt = now() + Duration.toMillis(lifetime)
  const unused = new Set(Object.keys(dehydrated?.entries ?? {}))
  const calledEndpoints = new Set<string>()
  // `any`, because there are values of all types. Each is read by the resource that wrote it.
  const states = new Map<string, CacheState<any, any>>()

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

  const valueOf = <A, E>(resource: Resource<A, E>): { readonly value: A } | undefined => {
    const state = serverState(resource)
    return state?._tag === "Ready" ? state : undefined
  }

  return {
    dehydrated,
    markOutdated: (endpointId) => {
      calledEndpoints.add(endpointId)
    },
    take: (resource, session, isKnown) => {
      const { invalidatedBy, key } = resource
      if (dehydrated === undefined || !unused.has(key) || now() >= expiresAt) return undefined
      if (invalidatedBy.some((endpointId) => calledEndpoints.has(endpointId))) return undefined
      // Until the token store has been read, the dehydrated value is the best guess.
      if (resource.perSession && session === undefined) return isKnown ? undefined : valueOf(resource)
      if (resource.perSession && !belongsTo(dehydrated, session ?? null)) return undefined
      unused.delete(key)
      return valueOf(resource)
    },
    serverState
  }
}

/**
 * Returns `true` if dehydrated values are from the session of the current user. Returns `false` if the access token contains
 * no user id.
 */
const belongsTo = ({ isSignedIn, userId }: Dehydrated, session: Tokens | null): boolean =>
  isSignedIn ? userId === getUserId(session ?? undefined) : session === null
