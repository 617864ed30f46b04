/** A call's effect on cached values. */
import type { DoneCall } from "../call/Caller.ts"
import { restrictionLifted } from "../session/restriction.ts"
import type { CacheEntry } from "./CacheEntry.ts"

/**
 * Updates or invalidates the entries that a call may have changed. `done` is undefined if its result cannot be used.
 */
export const changeEntries = (
  // `any`, because a cache holds values of all types.
  entries: ReadonlyMap<string, CacheEntry<any, any>>,
  endpointId: string,
  done: DoneCall | undefined
): void => {
  for (const { invalidate, reset, resource } of entries.values()) {
    if (!resource.invalidatedBy.includes(endpointId)) continue
    // A user whose restriction was lifted must not see the restricted account's values on the next page.
    if (endpointId === restrictionLifted) reset()
    else {
      const isUpdate = done !== undefined && resource.updatedBy.includes(endpointId)
      invalidate(isUpdate ? (value) => resource.update(resource.key, value, done) : undefined)
    }
  }
}
