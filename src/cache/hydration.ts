/**
 * What a cache takes from a seed, and for whom.
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
 * The session that a cache reads for: `undefined` while that is not known, `null` when nobody is signed in.
 *
 * @category models
 * @since 0.1.0
 */
export type KnownSession = Tokens | null | undefined

/**
 * A seed in the hands of a cache.
 *
 * @category models
 * @since 0.1.0
 */
export interface Hydration {
  readonly dehydrated: Dehydrated | undefined
  /** A call may have changed something since the server has read it. */
  readonly markOutdated: (endpointId: string) => void
  /** Takes a value in place of the first fetch: once, for the user whom it was read for, while it is fresh. */
  readonly take: <A, E>(
    resource: Resource<A, E>,
    session: KnownSession,
    wasKnown: boolean
  ) => { readonly value: A } | undefined
  /** The state that the server's page shows, if the seed says. The same object each time. */
  readonly serverState: <A, E>(resource: Resource<A, E>) => CacheState<A, E> | undefined
}

/** How long what a server has read counts as fresh. */
const lifetime = Duration.minutes(1)

/**
 * Creates what a cache takes from what it was given as a seed. Whatever is none counts as none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeHydration = (given: unknown, now: () => number): Hydration => {
  const dehydrated = parseDehydrated(given)
  const end = now() + Duration.toMillis(lifetime)
  const unused = new Set(Object.keys(dehydrated?.entries ?? {}))
  const called = new Set<string>()
  // `any`, since a seed holds values of every type; each is read by the resource that it was made for.
  const states = new Map<string, CacheState<any, any>>()

  const serverState = <A, E>(resource: Resource<A, E>): CacheState<A, E> | undefined => {
    if (dehydrated === undefined) return undefined
    // Sound: resources of one key are one resource.
    const known = states.get(resource.key) as CacheState<A, E> | undefined
    if (known !== undefined) return known
    const found = decodeEntry(dehydrated, resource)
    if (found === undefined) return undefined
    const ready: CacheState<A, E> = { _tag: "Ready", value: found.value, isRefreshing: false, stale: undefined }
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
      called.add(endpointId)
    },
    take: (resource, session, wasKnown) => {
      const { invalidatedBy, key } = resource
      if (dehydrated === undefined || !unused.has(key) || now() >= end) return undefined
      if (invalidatedBy.some((endpointId) => called.has(endpointId))) return undefined
      // Until the store has ever said who is signed in, a server's page says more than nothing.
      if (resource.perSession && session === undefined) return wasKnown ? undefined : valueOf(resource)
      if (resource.perSession && !belongsTo(dehydrated, session ?? null)) return undefined
      unused.delete(key)
      return valueOf(resource)
    },
    serverState
  }
}

/** Whether a seed is for whoever is signed in. A token that does not say who that is leaves it open, which is a no. */
const belongsTo = ({ isSignedIn, userId }: Dehydrated, session: Tokens | null): boolean =>
  isSignedIn ? userId === getUserId(session ?? undefined) : session === null
