/** Users' daily and latest activity. */
import type { ProjectRow } from "./rows.ts"

/** Returns a timestamp's UTC date, such as `2026-01-31`. */
export const toUtcDay = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/**
 * Records that a user was active, which the service does when it issues an access token, and the user's country if
 * known.
 */
export const recordActivity = (project: ProjectRow, userId: string, now: number, country?: string): void => {
  const user = project.users.get(userId)
  if (user !== undefined) user.lastActiveAtMillis = now
  const day = toUtcDay(now)
  const ids = project.activity.get(day) ?? new Set()
  project.activity.set(day, ids.add(userId))
  const countryCode = country ?? project.lastActivity.get(userId)?.countryCode
  // Deleted first, so that the most recent activity is the last entry.
  project.lastActivity.delete(userId)
  project.lastActivity.set(userId, { atMillis: now, countryCode })
}
