/**
 * The reason of a refresh in a recording.
 *
 * @since 0.1.0
 */
import type { RecordedEvent, Recording } from "../recorder/Recording.ts"

/**
 * Returns why the session was refreshed, in parentheses; empty for all other events.
 *
 * @category formatting
 * @since 0.1.0
 */
export const describeRefresh = ({ claims, events, start }: Recording, event: RecordedEvent): string => {
  if (event.type !== "StateChanged" || event.state !== "Refreshing") return ""
  const accessToken = event.tokens?.accessToken ?? undefined
  const call = events.find((each) => each.type === "RequestSent" && each.seq > event.seq && isRefresh(each.sent.path))
  const cause = call?.type === "RequestSent" && call.cause !== undefined ? ` for #${call.cause}` : ""
  if (accessToken === undefined) return ` (refresh${cause}: there is no access token)`
  const expiry = claims[accessToken]?.["exp"]
  if (typeof expiry !== "number") return ` (refresh${cause})`
  const states = events.filter((each) => each.type === "StateChanged" && each.seq <= event.seq)
  const last = states.at(-1)
  const skew = (last?.type === "StateChanged" ? last.clockSkewMillis : undefined) ?? start.clockSkewMillis ?? 0
  const seconds = (expiry * 1000 - skew - event.at) / 1000
  const rounded = Math.abs(seconds) >= 10 ? Math.round(Math.abs(seconds)) : Math.round(Math.abs(seconds) * 10) / 10
  return seconds <= 0
    ? ` (refresh${cause}: the access token expired ${rounded} s ago)`
    : ` (refresh${cause}: the access token expires in ${rounded} s)`
}

const isRefresh = (path: string): boolean => path.endsWith("/oauth/token") || path.endsWith("/sessions/current/refresh")
