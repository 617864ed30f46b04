/**
 * Statistics about the project's users.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { ServerUser } from "./users.ts"

/**
 * The number of events on one day.
 *
 * @category models
 * @since 0.1.0
 */
export interface DailyCount {
  /** The day in UTC, such as `2026-01-31`. */
  readonly date: string
  readonly activity: number
}

/**
 * The number of users with a sign-in method: `password`, `passkey`, `otp`, or an OAuth provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface LoginMethodCount {
  readonly method: string
  readonly count: number
}

/**
 * Statistics about the users of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Metrics {
  readonly totalUsers: number
  /** Sign-ups on each of the last 31 days, oldest first. */
  readonly dailyUsers: ReadonlyArray<DailyCount>
  /** Active users on each of the last 31 days, oldest first. */
  readonly dailyActiveUsers: ReadonlyArray<DailyCount>
  /** The number of users by the country in which they were last seen, as ISO 3166-1 alpha-2. */
  readonly usersByCountry: { readonly [countryCode: string]: number }
  /** The five newest users, newest first. */
  readonly recentlyRegistered: ReadonlyArray<ServerUser>
  /** The five most recently active users, most recent first. */
  readonly recentlyActive: ReadonlyArray<ServerUser>
  readonly loginMethods: ReadonlyArray<LoginMethodCount>
}

/** @since 0.1.0 */
export const Metrics: () => Wire<Metrics> = /*#__PURE__*/ memoize(() => {
  const daily = Schema.Array(struct({ date: Schema.String, activity: Schema.Finite }))
  const users = Schema.Array(ServerUser())
  return struct({
    totalUsers: Schema.Finite,
    dailyUsers: daily,
    dailyActiveUsers: daily,
    usersByCountry: Schema.Record(Schema.String, Schema.Finite),
    recentlyRegistered: users,
    recentlyActive: users,
    loginMethods: Schema.Array(struct({ method: Schema.String, count: Schema.Finite }))
  })
})

/** @since 0.1.0 */
export const read = endpoint("metrics.read", "GET", "/internal/metrics", { level: "admin" }, () => ({
  success: Metrics()
}))
