/** Users as the recordings of 2026 first show them: in a token or in a response. The creation of many was not recorded. */
import { claimsOf, isObject, type Recorded, type RecordedClaims } from "./recordings.ts"

/** The state of a user when the recordings first show it. */
export interface Sighting {
  readonly email: string | null
  readonly displayName: string | null
  readonly verified: boolean
  readonly isAnonymous: boolean
  readonly restrictedByAdmin: boolean
  readonly signedUpAtMillis: number
}

const isByAdmin = (reason: unknown): boolean => isObject(reason) && reason["type"] === "restricted_by_administrator"

const ofClaims = ({ all }: RecordedClaims): Sighting | undefined =>
  all["signed_up_at"] === undefined ? undefined : {
    // Sound: the service's claims have these types, and the comparison of tokens checks them.
    email: all["email"] as string | null,
    displayName: all["name"] as string | null,
    verified: all["email_verified"] === true,
    isAnonymous: all["is_anonymous"] === true,
    restrictedByAdmin: isByAdmin(all["restricted_reason"]),
    signedUpAtMillis: Number(all["signed_up_at"]) * 1000
  }

const ofBody = (user: Readonly<Record<string, unknown>>): Sighting => ({
  // Sound: the comparison of responses checks them.
  email: user["primary_email"] as string | null,
  displayName: user["display_name"] as string | null,
  verified: user["primary_email_verified"] === true,
  isAnonymous: user["is_anonymous"] === true,
  restrictedByAdmin: user["restricted_by_admin"] === true,
  signedUpAtMillis: Number(user["signed_up_at_millis"])
})

/** Returns the first sighting of each user by id. Recordings of 2025 have none. */
export const sightingsIn = (recorded: Recorded): ReadonlyMap<string, Sighting> => {
  const sightings = new Map<string, Sighting>()
  if (recorded.generation === "2025") return sightings
  const see = (id: string, sighting: Sighting | undefined) => {
    if (sighting !== undefined && !sightings.has(id)) sightings.set(id, sighting)
  }
  const seeIn = (value: unknown): void => {
    const claims = claimsOf(value)
    if (claims !== undefined) return see(claims.sub, ofClaims(claims))
    if (Array.isArray(value)) return value.forEach(seeIn)
    if (!isObject(value)) return
    if ("primary_email" in value) see(String(value["id"]), ofBody(value))
    Object.values(value).forEach(seeIn)
  }
  for (const { request, response } of recorded.all) {
    seeIn(request.headers)
    seeIn(response.body)
  }
  return sightings
}
