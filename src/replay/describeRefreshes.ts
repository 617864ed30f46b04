/** The reason for a refresh in a recording. */
import type { RecordedEvent, Recording } from "../recorder/Recording.ts"

/** Returns a function that describes why the session was refreshed, in parentheses; empty for all other events. */
export const describeRefreshes = ({ claims, events, start }: Recording): (event: RecordedEvent) => string => {
  const requests = findRequests(events)
  return (event) => {
    if (event.type !== "StateChanged" || event.state !== "Refreshing") return ""
    const accessToken = event.tokens?.accessToken ?? undefined
    const call = requests.get(event)?.cause
    const cause = call === undefined ? "" : ` for #${call}`
    if (accessToken === undefined) return ` (refresh${cause}: there is no access token)`
    const expiry = Object.hasOwn(claims, accessToken) ? claims[accessToken]?.["exp"] : undefined
    if (typeof expiry !== "number") return ` (refresh${cause})`
    const skew = event.clockSkewMillis ?? start.clockSkewMillis ?? 0
    const seconds = (expiry * 1000 - skew - event.at) / 1000
    const rounded = Math.abs(seconds) >= 10 ? Math.round(Math.abs(seconds)) : Math.round(Math.abs(seconds) * 10) / 10
    return seconds <= 0
      ? ` (refresh${cause}: the access token expired ${rounded} s ago)`
      : ` (refresh${cause}: the access token expires in ${rounded} s)`
  }
}

/** Finds the refresh request after each event, in one pass. */
const findRequests = (
  events: ReadonlyArray<RecordedEvent>
): ReadonlyMap<RecordedEvent, { readonly cause?: number | undefined }> => {
  const requests = new Map<RecordedEvent, { readonly cause?: number | undefined }>()
  let next: { readonly cause?: number | undefined } | undefined
  for (const event of events.toReversed()) {
    if (next !== undefined) requests.set(event, next)
    if (event.type === "RequestSent" && isRefresh(event.sent.path)) next = event
  }
  return requests
}

const isRefresh = (path: string): boolean => path.endsWith("/oauth/token") || path.endsWith("/sessions/current/refresh")
