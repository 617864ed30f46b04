/** The `Retry-After` header. Apart from `interpret.ts`, its only importer, so that bundles compress better. */
import * as Duration from "effect/Duration"

/**
 * Parses a `Retry-After` header (RFC 9110 § 10.2.3): seconds, or an HTTP date. Returns `undefined` for other values.
 *
 * A date is compared with `now`, in milliseconds.
 */
export const parseRetryAfter = (text: string | undefined, now: number): Duration.Duration | undefined => {
  if (text === undefined) return undefined
  if (/^\s*\d+\s*$/.test(text)) return Duration.millis(1000 * Number(text))
  // Every HTTP date starts with a weekday. `Date.parse` alone would accept "-1" as a year.
  const date = /^\s*[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now))
}
