/** Times and durations as texts. */

/** Returns a duration, such as `850 ms`, `1.2 s`, `4 min 30 s` or `2 h 5 min`. */
export const formatDuration = (millis: number): string => {
  if (millis < 1000) return `${Math.round(millis)} ms`
  if (millis < 10_000) return `${(millis / 1000).toFixed(1)} s`
  const seconds = Math.round(millis / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return join(minutes, "min", seconds % 60, "s")
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? join(hours, "h", minutes % 60, "min") : join(Math.floor(hours / 24), "days", hours % 24, "h")
}

/** Returns a duration in whole seconds, for countdowns. */
export const formatCountdown = (millis: number): string =>
  formatDuration(Math.max(1, Math.ceil(millis / 1000)) * 1000)
    .replace(".0 s", " s")

const join = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  `${large} ${largeUnit}${small === 0 ? "" : ` ${small} ${smallUnit}`}`

/** Returns the local time of day with seconds, such as `14:03:07`. */
export const formatTime = (millis: number): string => {
  const date = new Date(millis)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
}

/** Returns the local time of day with milliseconds, such as `14:03:07.042`. */
export const formatExactTime = (millis: number): string =>
  `${formatTime(millis)}.${String(new Date(millis).getMilliseconds()).padStart(3, "0")}`

/** Returns the time since a moment, such as `12 s ago`. */
export const formatAgo = (now: number, millis: number): string =>
  now - millis < 1000
    ? "just now"
    : `${formatDuration(Math.floor((now - millis) / 1000) * 1000).replace(".0 s", " s")} ago`
