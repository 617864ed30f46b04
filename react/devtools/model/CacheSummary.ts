/** The cache as the panel shows it: its entries' keys and states without their values, and the permissions. */
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import type { CacheEntry } from "../../../src/cache/CacheEntry.ts"
import { ApiError } from "../../../src/call/ApiError.ts"

// `any`, because a cache's values have all types. The panel narrows the few that it reads.
type Entries = ReadonlyMap<string, CacheEntry<any, any>>

/** A cache entry's state. */
export interface EntrySummary {
  readonly key: string
  /** The key without ids and other inputs that may be personal. */
  readonly name: string
  readonly input: string
  readonly status: "Pending" | "Ready" | "Failed"
  readonly phase: "Idle" | "Throttled" | "Fetching"
  readonly subscribers: number
  readonly isOutdated: boolean
  /** The last fetch's error tag. */
  readonly error: string | undefined
  /** The number of optimistic updates that a fetch does not include yet. */
  readonly updates: number
  readonly fetches: number
  readonly answeredAt: number | undefined
}

/** Returns the entries' states, sorted by key. */
export const summarizeEntries = (entries: Entries): ReadonlyArray<EntrySummary> =>
  Array.from(entries, ([key, entry]): EntrySummary => {
    const { answer, answeredAt, cause, isOutdated, patches, phase, snapshot, starts, subscribers } = entry.state()
    const slash = key.indexOf("/")
    return {
      key,
      name: slash < 0 ? key : key.slice(0, slash),
      input: slash < 0 ? "" : hideTexts(key.slice(slash + 1)),
      status: snapshot._tag,
      phase,
      subscribers,
      isOutdated,
      error: cause && describeCause(cause),
      updates: patches.length,
      fetches: starts,
      answeredAt: answer && Number.isFinite(answeredAt) ? answeredAt : undefined
    }
  }).toSorted((a, b) => a.key < b.key ? -1 : 1)

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** An input may contain anything, such as an email. Ids are cut, and only single words with letters are kept. */
const hideTexts = (input: string): string =>
  input.split(/([\s/]+)/).map((part) =>
    uuid.test(part) ? `${part.slice(0, 8)}…` : /^[\s/]*$|^[a-z_:.-]{1,24}$/i.test(part) ? part : "…"
  ).join("")

const describeCause = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof ApiError
    ? error.reason._tag
    : Predicate.hasProperty(error, "_tag")
    ? String(error._tag)
    : "Defect"
}

/** The current user's loaded permissions. */
export interface PermissionSummary {
  /** `undefined` if no component has loaded them. */
  readonly project: ReadonlyArray<string> | undefined
  readonly teams:
    | ReadonlyArray<{ readonly id: string; readonly name: string; readonly permissions: ReadonlyArray<string> }>
    | undefined
}

/** Returns the permissions that are in the cache. */
export const summarizePermissions = (entries: Entries): PermissionSummary => {
  const project = readList(entries, "projectPermissions")
  const inTeams = readList(entries, "teamPermissions")
  const names = new Map((readList(entries, "teams") ?? []).map(({ displayName, id }) => [id, String(displayName)]))
  const groups = new Map<string, Array<string>>()
  for (const { id, teamId } of inTeams ?? []) groups.set(String(teamId), [...groups.get(String(teamId)) ?? [], id])
  return {
    project: project?.map(({ id }) => id),
    teams: inTeams && Array.from(groups, ([id, list]) => ({
      id,
      name: names.get(id) ?? `Team ${id.slice(0, 8)}…`,
      permissions: list.toSorted()
    }))
  }
}

interface Item {
  readonly id: string
  readonly teamId?: unknown
  readonly displayName?: unknown
}

/** Returns a cached list's items. The app may have another resource with this key. */
const readList = (entries: Entries, key: string): ReadonlyArray<Item> | undefined => {
  const snapshot = entries.get(key)?.state().snapshot
  if (snapshot?._tag !== "Ready" || !Array.isArray(snapshot.value)) return undefined
  return snapshot.value.filter((item): item is Item => Predicate.hasProperty(item, "id") && typeof item.id === "string")
}

/** Returns the user's id in the cache, or `undefined`. */
export const readCachedUserId = (entries: Entries): string | undefined => {
  const snapshot = entries.get("user")?.state().snapshot
  if (snapshot?._tag !== "Ready" || !Predicate.hasProperty(snapshot.value, "id")) return undefined
  return typeof snapshot.value.id === "string" ? snapshot.value.id : undefined
}
