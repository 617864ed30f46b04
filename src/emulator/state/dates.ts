/** Times in milliseconds, and their dates. */

/** The last time that a `Date` can represent. */
export const lastMillis = 8_640_000_000_000_000

/** Returns a time's date, if there is a time. */
export const toOptionalDate = (millis: number | undefined): Date | undefined =>
  millis === undefined ? undefined : new Date(millis)

/** Returns a timestamp's UTC date, such as `2026-01-31`. */
export const toUtcDay = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
