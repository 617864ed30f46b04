/**
 * A session's own issues: the access tokens that the service issued to this device.
 *
 * The service writes a session's `lastUsedAt` with each issue. A later time than the last own issue is therefore another device's
 * use, unless an own request may have caused it. Every function here is pure, and knows only the service's clock: the `iat` claims of
 * own tokens. In doubt, `isForeign` returns `false`.
 */
import { isObject, parseJson } from "../wire/Json.ts"
import type { IpInfo } from "../wire/sessions.ts"

/** A use by another device. */
export interface FoundUse {
  /** The session's `lastUsedAt`, in milliseconds. */
  readonly at: number
  readonly place: IpInfo | undefined
}

/** The own issues for one session. Times are in seconds, by the service's clock. */
export interface OwnIssues {
  /** The newest own token's issue time; `undefined` before the first response. */
  readonly newest: number | undefined
  /** Until then, a use may belong to a lost request. */
  readonly quietUntil: number
  /** `true` if other programs use the session too, such as a server with its refresh token. */
  readonly isShared: boolean
  /** The requests without an answer, in the order in which they were sent. */
  readonly open: ReadonlyArray<string>
  readonly sessionId?: string | undefined
  readonly userId?: string | undefined
  /** The last use by another device. */
  readonly found?: FoundUse | undefined
}

/** A token that the service issued. `iat` is in seconds. */
export interface Issue {
  readonly iat: number
  readonly sessionId: string | undefined
  readonly userId: string | undefined
}

/**
 * The longest time after which the service still answers a lost request, in seconds. Gateways drop requests earlier.
 */
export const longestDelay = 300

/**
 * The longest time between `lastUsedAt` and the same issue's `iat`, in milliseconds. It is less than a second in all recordings;
 * a request takes 30 seconds at most.
 */
export const tolerance = 30_000

/** The maximum for remembered requests without an answer. */
const capacity = 16

/** One name for all requests that are no longer remembered. */
const lost = ""

const none: OwnIssues = { newest: undefined, quietUntil: 0, isShared: false, open: [] }

/** Remembers a request before it is sent. */
export const begin = (known: OwnIssues | undefined, request: string): OwnIssues => {
  const memory = known ?? none
  const open = [...memory.open, request]
  // The first one has no answer: it shows that a request was lost.
  return { ...memory, open: open.length > capacity ? [lost, ...open.slice(2)] : open }
}

/** Forgets a request that the service refused, so that it issued no token. */
export const refuse = (memory: OwnIssues | undefined, request: string): OwnIssues | undefined =>
  memory && { ...memory, open: memory.open.filter((id) => id !== request) }

/**
 * Remembers a token. Requests that were sent before the answered one are lost or late. The service has received them at most
 * `longestDelay` after this issue.
 */
export const settle = (known: OwnIssues | undefined, request: string | undefined, issue: Issue): OwnIssues => {
  const memory = known ?? none
  const { iat } = issue
  const index = request === undefined ? -1 : memory.open.indexOf(request)
  // A memory without a token may be new because the storage was cleared, with requests that it no longer knows.
  const mayHaveLost = memory.newest === undefined || index > 0
  return {
    ...memory,
    newest: Math.max(memory.newest ?? iat, iat),
    quietUntil: mayHaveLost ? Math.max(memory.quietUntil, iat + longestDelay) : memory.quietUntil,
    open: memory.open.slice(index + 1),
    sessionId: issue.sessionId ?? memory.sessionId,
    userId: issue.userId ?? memory.userId
  }
}

/** Remembers that other programs use the session. */
export const share = (memory: OwnIssues | undefined): OwnIssues => ({ ...memory ?? none, isShared: true })

/**
 * Remembers a token in the store. A newer token than all own ones was issued to another program with the same store, such as an
 * older version of the app in another tab.
 */
export const observe = (memory: OwnIssues, stored: number | undefined): OwnIssues =>
  stored !== undefined && memory.newest !== undefined && stored > memory.newest ? share(memory) : memory

/**
 * Returns `true` if a session's `lastUsedAt`, in milliseconds, is certainly not from an own request. `since` is a time in seconds
 * before which the memory may be incomplete.
 */
export const isForeign = (memory: OwnIssues | undefined, lastUsedAt: number, since: number): boolean =>
  memory?.newest !== undefined && !memory.isShared && memory.open.length === 0 &&
  lastUsedAt > (Math.max(memory.newest, memory.quietUntil, since) + 1) * 1000 + tolerance

/** Encodes the memory as JSON. It contains no secret. */
export const encodeIssues = (memory: OwnIssues): string => JSON.stringify(memory)

/** Decodes the JSON from `encodeIssues`. Never fails; returns `undefined` for any other value. */
export const decodeIssues = (text: unknown): OwnIssues | undefined => {
  const value = typeof text === "string" ? parseJson(text) : undefined
  if (!isObject(value)) return undefined
  const { found, isShared, newest, open, quietUntil, sessionId, userId } = value
  if (!isTimeOrMissing(newest) || !isTimeOrMissing(quietUntil) || quietUntil === undefined) return undefined
  if (typeof isShared !== "boolean" || !Array.isArray(open) || !open.every((id) => typeof id === "string")) {
    return undefined
  }
  return {
    newest,
    quietUntil,
    isShared,
    open,
    sessionId: toText(sessionId),
    userId: toText(userId),
    found: toFound(found)
  }
}

const isTimeOrMissing = (value: unknown): value is number | undefined =>
  value === undefined || typeof value === "number" && Number.isFinite(value)

const toText = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

const toFound = (value: unknown): FoundUse | undefined => {
  if (!isObject(value) || typeof value["at"] !== "number" || !Number.isFinite(value["at"])) return undefined
  const { place } = value
  if (!isObject(place) || typeof place["ip"] !== "string") return { at: value["at"], place: undefined }
  const { cityName, countryCode, ip, regionCode } = place
  const texts = { cityName: toText(cityName), countryCode: toText(countryCode), regionCode: toText(regionCode) }
  return { at: value["at"], place: { ip, ...texts } }
}
