/** The seed of `AuthProvider`. */
import * as Effect from "effect/Effect"
import * as Cache from "../cache/Cache.ts"
import * as Resource from "../cache/Resource.ts"
import type { AnonymousPrincipal, Principal, UserPrincipal } from "../server/Principal.ts"
import type { Client } from "../session/ClientService.ts"

/** Options for a seed. */
export type SeedOptions = {
  /** Values to fetch for the seed, such as `Resources.user`. Each costs one request. A resource that cannot be fetched is omitted. */
  readonly resources?: ReadonlyArray<Resource.Resource<any, any>> | undefined
}

/** Creates the seed of a principal. Sends a request for each resource. */
export const makeSeed = (
  principal: Principal["Service"],
  resources: ReadonlyArray<Resource.Resource<any, any>>
): Effect.Effect<Cache.Dehydrated, never, Client> => {
  const claims = Cache.dehydrateClaims(isSession(principal) ? principal.claims : null)
  if (resources.length === 0 || !isSession(principal)) return claims
  const fetched = Effect.forEach(resources, (resource) => Effect.ignore(Resource.get(resource)), {
    concurrency: "unbounded",
    discard: true
  }).pipe(
    Effect.andThen(Cache.dehydrate),
    Effect.provide(Cache.layer())
  )
  return Effect.zipWith(claims, fetched, (claims, fetched) => ({ ...claims, ...fetched }))
}

const isSession = (principal: Principal["Service"]): principal is UserPrincipal | AnonymousPrincipal =>
  principal._tag === "User" || principal._tag === "AnonymousUser"
