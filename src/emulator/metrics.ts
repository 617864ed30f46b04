/**
 * Handlers of metrics: what has really happened in the emulator.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/metrics.ts"
import { dayOf } from "./activity.ts"
import type { HandlersOf } from "./Handler.ts"
import type { ProjectRow, UserRow } from "./State.ts"
import { showUser } from "./userRows.ts"

/** How many days are counted, today among them. */
const days = 31
/** How many users are shown as the newest, or as active last. */
const shown = 5

/** @since 0.1.0 */
export const metricsHandlers: HandlersOf<typeof wire> = {
  read: ({ now, project }) =>
    Effect.sync(() => {
      const users = [...project.users.values()]
      const signUps = counted(users.map((user) => dayOf(user.signedUpAtMillis)))
      const ever = new Set([...project.activity.values()].flatMap((ids) => [...ids]))
      return {
        totalUsers: users.length,
        dailyUsers: daily(now, (day) => signUps.get(day) ?? 0),
        dailyActiveUsers: daily(now, (day) => project.activity.get(day)?.size ?? 0),
        usersByCountry: Object.fromEntries(counted(users.flatMap((user) => countryOf(project, user) ?? []))),
        recentlyRegistered: latest(project, users, "signedUpAtMillis"),
        recentlyActive: latest(project, users.filter(({ id }) => ever.has(id)), "lastActiveAtMillis"),
        loginMethods: [...counted(users.flatMap(methodsOf))]
          .map(([method, count]) => ({ method, count }))
          .sort((a, b) => a.method < b.method ? -1 : 1)
      }
    })
}

const counted = <A>(values: ReadonlyArray<A>): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const dayMillis = 86_400_000

const daily = (now: number, activity: (day: string) => number): ReadonlyArray<wire.DailyCount> =>
  Array.from({ length: days }, (_, index) => {
    const date = dayOf(now - (days - 1 - index) * dayMillis)
    return { date, activity: activity(date) }
  })

/** The last users by a time, last one first; of two at the same time, the one who came later. */
const latest = (project: ProjectRow, users: ReadonlyArray<UserRow>, by: "signedUpAtMillis" | "lastActiveAtMillis") =>
  users.toReversed().sort((a, b) => b[by] - a[by]).slice(0, shown).map((user) => showUser(project, user))

/** Where a user was last seen: the country of the session that was used last, of those that know one. */
const countryOf = (project: ProjectRow, user: UserRow): string | undefined => {
  const seen = project.sessions.by(user.id)
    .filter(({ lastUsedFrom }) => lastUsedFrom?.countryCode !== undefined)
    .sort((a, b) => (b.lastUsedAtMillis ?? 0) - (a.lastUsedAtMillis ?? 0))
  return seen[0]?.lastUsedFrom?.countryCode
}

const methodsOf = (user: UserRow): ReadonlyArray<string> => [
  ...(user.password === null ? [] : ["password"]),
  ...(user.otpAuthEnabled ? ["otp"] : []),
  ...(user.passkey !== null ? ["passkey"] : []),
  ...user.oauthProviders.map(({ id }) => id)
]
