/**
 * What a cache takes from a seed, and for whom.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import { userIdOf } from "../session/AccessToken.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { Resource } from "./Resource.ts"
import { parseSeed, type Seed, valueIn } from "./Seed.ts"
import type { State } from "./State.ts"

/**
 * The session that a cache reads for: `undefined` while that is not known, `null` when nobody is signed in.
 *
 * @category models
 * @since 0.1.0
 */
export type Known = Tokens | null | undefined

/**
 * A seed in the hands of a cache.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seeding {
  readonly seed: Seed | undefined
  /** A call may have changed something since the server has read it. */
  readonly outdate: (endpointId: string) => void
  /** Takes a value in place of the first fetch: once, for the user whom it was read for, while it is fresh. */
  readonly take: <A, E>(
    resource: Resource<A, E>,
    session: Known,
    wasKnown: boolean
  ) => { readonly value: A } | undefined
  /** The state that the server's page shows, if the seed says. The same object each time. */
  readonly shown: <A, E>(resource: Resource<A, E>) => State<A, E> | undefined
}

/** How long what a server has read counts as fresh. */
const lifetime = Duration.minutes(1)

/**
 * Creates what a cache takes from what it was given as a seed. Whatever is none counts as none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeSeeding = (given: unknown, now: () => number): Seeding => {
  const seed = parseSeed(given)
  const end = now() + Duration.toMillis(lifetime)
  const unused = new Set(Object.keys(seed?.entries ?? {}))
  const called = new Set<string>()
  // `any`, since a seed holds values of every type; each is read by the resource that it was made for.
  const states = new Map<string, State<any, any>>()

  const shown = <A, E>(resource: Resource<A, E>): State<A, E> | undefined => {
    if (seed === undefined) return undefined
    // Sound: resources of one key are one resource.
    const known = states.get(resource.key) as State<A, E> | undefined
    if (known !== undefined) return known
    const found = valueIn(seed, resource)
    if (found === undefined) return undefined
    const ready: State<A, E> = { _tag: "Ready", value: found.value, isRefreshing: false, stale: undefined }
    states.set(resource.key, ready)
    return ready
  }

  const valueOf = <A, E>(resource: Resource<A, E>): { readonly value: A } | undefined => {
    const state = shown(resource)
    return state?._tag === "Ready" ? state : undefined
  }

  return {
    seed,
    outdate: (endpointId) => {
      called.add(endpointId)
    },
    take: (resource, session, wasKnown) => {
      const { changedBy, key } = resource
      if (seed === undefined || !unused.has(key) || now() >= end) return undefined
      if (changedBy.some((endpointId) => called.has(endpointId))) return undefined
      // Until the store has ever said who is signed in, a server's page says more than nothing.
      if (resource.session && session === undefined) return wasKnown ? undefined : valueOf(resource)
      if (resource.session && !isFor(seed, session ?? null)) return undefined
      unused.delete(key)
      return valueOf(resource)
    },
    shown
  }
}

/** Whether a seed is for whoever is signed in. A token that does not say who that is leaves it open, which is a no. */
const isFor = ({ isSignedIn, userId }: Seed, session: Tokens | null): boolean =>
  isSignedIn ? userId === userIdOf(session ?? undefined) : session === null
