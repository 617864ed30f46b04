/**
 * The effect of a call on cached values.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import type { DoneCall } from "../call/Caller.ts"
import { restrictionLifted } from "../session/restriction.ts"
import type { CacheEntry } from "./CacheEntry.ts"

/**
 * Updates or invalidates the entries that a call may have changed. `done` is undefined if its result cannot be used.
 *
 * @category mutations
 * @since 0.1.0
 */
export const changeEntries = (
  // `any`, because a cache holds values of all types.
  entries: ReadonlyMap<string, CacheEntry<any, any>>,
  endpointId: string,
  done: DoneCall | undefined
): void => {
  for (const { invalidate, reset, resource: { invalidatedBy, key, updatedBy }, update } of entries.values()) {
    if (!invalidatedBy.includes(endpointId)) continue
    // A user whose restriction was lifted must not see values of the restricted account on the next page.
    if (endpointId === restrictionLifted) reset()
    else if (done !== undefined && updatedBy.includes(endpointId)) update((value) => applyCall(key, value, done))
    else invalidate()
  }
}

/**
 * Returns the value after a call that determines it. Returns `undefined` if the value has to be fetched.
 *
 * The key of a resource that belongs to a team ends with the id of the team.
 *
 * @category combinators
 * @since 0.1.0
 */
// `any`, because values and responses have all types. The resource declares which responses contain its value.
export const applyCall = (
  key: string,
  value: any,
  { input: { params = {} }, result }: Pick<DoneCall, "input" | "result">
): any => {
  const teamId = result?.teamId ?? params.teamId
  if (teamId !== undefined && key.includes("/") && !key.endsWith(teamId)) return value
  if (!Array.isArray(value)) return result?.id === value?.id ? result : undefined
  const id = idOf(result)
  if (id === undefined) {
    const removed = Object.values(params)
    const rest = value.filter((item) => !removed.includes(idOf(item)))
    return rest.length < value.length ? rest : undefined
  }
  // A new primary contact channel replaces another one.
  if (result.isPrimary) return undefined
  // A list shows the last characters of a new key.
  const item = Redacted.isRedacted(result.value)
    ? { ...result, value: { lastFour: String(Redacted.value(result.value)).slice(-4) } }
    : result
  return value.some((other) => idOf(other) === id)
    ? value.map((other) => idOf(other) === id ? item : other)
    : [...value, item]
}

/** A profile of a team's member has the id of its user. */
const idOf = (item: any): unknown => item?.id ?? item?.userId
