/**
 * Statistics about the project's users.
 *
 * @since 0.1.0
 */
import { array, type Codec, finite, record, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { struct } from "./Struct.ts"
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
export const Metrics: Codec<Metrics> = /*#__PURE__*/ struct(() => {
  const daily = array(struct({ date: string, activity: finite }))
  const users = array(ServerUser)
  return {
    totalUsers: finite,
    dailyUsers: daily,
    dailyActiveUsers: daily,
    usersByCountry: record(finite),
    recentlyRegistered: users,
    recentlyActive: users,
    loginMethods: array(struct({ method: string, count: finite }))
  }
})

/** @since 0.1.0 */
export const read = endpoint("metrics.read", "GET", "/internal/metrics", { level: "admin" }, () => ({
  success: Metrics
}))
