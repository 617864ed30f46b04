/** Handlers for metrics, computed from the activity in the emulator. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/metrics.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { toUtcDay } from "../state/dates.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import { toServerUser } from "../state/userRows.ts"

/** The days in the statistics, including today. */
const dayCount = 31
const maxUsers = 5

export const metricsHandlers: HandlersOf<typeof wire> = {
  get: ({ now, project }) =>
    Effect.sync(() => {
      const users = [...project.users.values()]
      const signUps = countValues(users.map((user) => toUtcDay(user.signedUpAtMillis)))
      const countries = Array.from(project.lastActivity.values(), ({ countryCode }) => countryCode ?? [])
      return {
        totalUsers: users.length,
        dailyUsers: countPerDay(now, (day) => signUps.get(day) ?? 0),
        dailyActiveUsers: countPerDay(now, (day) => project.activity.get(day)?.size ?? 0),
        usersByCountry: Object.fromEntries(countValues(countries.flat())),
        recentlyRegistered: recentlyRegistered(project),
        recentlyActive: recentlyActive(project),
        loginMethods: [...countValues(users.flatMap(methodsOf))]
          .map(([method, count]) => ({ method, count }))
          .sort((a, b) => a.method < b.method ? -1 : 1)
      }
    })
}

const countValues = <A>(values: ReadonlyArray<A>): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const dayMillis = 86_400_000

const countPerDay = (now: number, activity: (day: string) => number): ReadonlyArray<wire.DailyCount> =>
  Array.from({ length: dayCount }, (_, index) => {
    const date = toUtcDay(now - (dayCount - 1 - index) * dayMillis)
    return { date, activity: activity(date) }
  })

/** Returns the latest sign-ups, newest first. In the same millisecond, the later row comes first. */
const recentlyRegistered = (project: ProjectRow) =>
  [...project.users.values()].reverse()
    .sort((a, b) => b.signedUpAtMillis - a.signedUpAtMillis)
    .slice(0, maxUsers).map((user) => toServerUser(project, user))

/** Lists who was active last. As in the service, deleted users count towards the limit before they are omitted. */
const recentlyActive = (project: ProjectRow) =>
  [...project.lastActivity].reverse()
    .sort(([, a], [, b]) => b.atMillis - a.atMillis)
    .slice(0, maxUsers)
    .flatMap(([id]) => project.users.get(id) ?? [])
    .map((user) => toServerUser(project, user))

const methodsOf = (user: UserRow): ReadonlyArray<string> => [
  ...(user.password === null ? [] : ["password"]),
  ...(user.otpAuthEnabled ? ["otp"] : []),
  ...(user.passkey !== null ? ["passkey"] : []),
  ...user.oauthProviders.map(({ id }) => id)
]
