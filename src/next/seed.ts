/**
 * The seed of `AuthProvider`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Cache from "../cache/Cache.ts"
import * as Resource from "../cache/Resource.ts"
import type { Principal } from "../server/Principal.ts"
import type { RequestServices } from "./runForRequest.ts"

/**
 * Options of a seed.
 *
 * @category options
 * @since 0.1.0
 */
export interface SeedOptions {
  /** Values to fetch for the seed, such as `Resources.user`. Each costs one request. A failed one is left out. */
  readonly resources?: ReadonlyArray<Resource.Resource<any, any>> | undefined
}

/**
 * Creates the seed of a principal without a request.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeSeed = (principal: Principal["Service"]): Cache.Dehydrated =>
  principal._tag === "User" || principal._tag === "AnonymousUser"
    ? { isSignedIn: true, userId: principal.userId, entries: {} }
    : { isSignedIn: false, userId: null, entries: {} }

/**
 * Fetches values, and returns them as a seed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fetchSeed = (
  resources: ReadonlyArray<Resource.Resource<any, any>>
): Effect.Effect<Cache.Dehydrated, never, RequestServices> =>
  Effect.forEach(resources, (resource) => Effect.ignore(Resource.get(resource)), {
    concurrency: "unbounded",
    discard: true
  }).pipe(
    Effect.andThen(Cache.dehydrate),
    Effect.provide(Cache.layer())
  )
