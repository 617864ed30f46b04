/** Statistics about the project's users. */
import {
  array,
  type Codec,
  dateFromMillis,
  finite,
  optional,
  parsedJson,
  record,
  string,
  type TypeOf
} from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { struct } from "./Struct.ts"
import { ServerUser } from "./users.ts"

/** The event count on one day. */
export interface DailyCount {
  /** The day in UTC, such as `2026-01-31`. */
  readonly date: string
  readonly activity: number
}

/** The number of users with a sign-in method: `password`, `passkey`, `otp`, or an OAuth provider. */
export type LoginMethodCount = {
  readonly method: string
  readonly count: number
}

/** Active users or teams per day: all, and the new, retained and reactivated ones. */
export type DailySplit = {
  readonly total: ReadonlyArray<DailyCount>
  readonly new: ReadonlyArray<DailyCount>
  readonly retained: ReadonlyArray<DailyCount>
  readonly reactivated: ReadonlyArray<DailyCount>
}

/**
 * Statistics about users and teams.
 *
 * @generation 2026
 */
export interface AuthOverview {
  readonly verifiedUsers: number
  readonly unverifiedUsers: number
  readonly anonymousUsers: number
  readonly totalTeams: number
  /** Monthly active users. */
  readonly mau: number
  readonly dailyActiveUsersSplit: DailySplit
  readonly dailyActiveTeamsSplit: DailySplit
  readonly totalUsersFiltered: number
}

/** Statistics about a project's users. Services since 2026 add the overviews. */
export interface Metrics {
  readonly totalUsers: number
  /** Sign-ups on each day in the last 31 days, oldest first. */
  readonly dailyUsers: ReadonlyArray<DailyCount>
  /** Active users on each day in the last 31 days, oldest first. */
  readonly dailyActiveUsers: ReadonlyArray<DailyCount>
  /** User counts by the country in which they were last seen, as ISO 3166-1 alpha-2. */
  readonly usersByCountry: { readonly [countryCode: string]: number }
  /** The five newest users, newest first. */
  readonly recentlyRegistered: ReadonlyArray<ServerUser>
  /** The five most recently active users, most recent first. */
  readonly recentlyActive: ReadonlyArray<ServerUser>
  readonly loginMethods: ReadonlyArray<LoginMethodCount>
  readonly authOverview?: AuthOverview | undefined
  /** Statistics about payments. @generation 2026 */
  readonly paymentsOverview?: TypeOf<ReturnType<typeof payments>> | undefined
  /** Statistics about the project's emails. @generation 2026 */
  readonly emailOverview?: TypeOf<ReturnType<typeof emails>> | undefined
  /**
   * Statistics about visits to the app. The fields of `topReferrers` and `topRegion` are not known. `topRegion` is `null` without
   * visits.
   *
   * @generation 2026
   */
  readonly analyticsOverview?: TypeOf<ReturnType<typeof analytics>> | undefined
}

const daily = () => array(struct({ date: string, activity: finite }))

const payments = () =>
  struct({
    subscriptionsByStatus: record(finite),
    activeSubscriptionCount: finite,
    totalOneTimePurchases: finite,
    dailySubscriptions: daily(),
    revenueCents: finite,
    mrrCents: finite,
    totalOrders: finite,
    checkoutConversionRate: finite
  })

const emails = () =>
  struct({
    emailsByStatus: record(finite),
    totalEmails: finite,
    dailyEmails: daily(),
    dailyEmailsByStatus: array(struct({ date: string, ok: finite, error: finite, inProgress: finite })),
    emailsSent: finite,
    recentEmails: array(
      struct({ id: string, status: string, subject: string, createdAt: dateFromMillis }, {
        createdAt: "created_at_millis"
      })
    ),
    deliverabilityStatus: struct({ delivered: finite, bounced: finite, error: finite, inProgress: finite }),
    deliverabilityRate: finite,
    bounceRate: finite,
    clickRate: finite
  })

const analytics = () =>
  struct({
    dailyPageViews: daily(),
    dailyClicks: daily(),
    dailyVisitors: daily(),
    dailyRevenue: array(struct({ date: string, newCents: finite, refundCents: finite })),
    totalRevenueCents: finite,
    totalReplays: finite,
    recentReplays: finite,
    visitors: finite,
    avgSessionSeconds: finite,
    onlineLive: finite,
    revenuePerVisitor: finite,
    topReferrers: array(parsedJson),
    topRegion: parsedJson
  })

export const Metrics: Codec<Metrics> = /*#__PURE__*/ struct(() => {
  const days = daily()
  const split = struct({ total: days, new: days, retained: days, reactivated: days })
  const users = array(ServerUser)
  return {
    totalUsers: finite,
    dailyUsers: days,
    dailyActiveUsers: days,
    usersByCountry: record(finite),
    recentlyRegistered: users,
    recentlyActive: users,
    loginMethods: array(struct({ method: string, count: finite })),
    authOverview: optional(struct({
      verifiedUsers: finite,
      unverifiedUsers: finite,
      anonymousUsers: finite,
      totalTeams: finite,
      mau: finite,
      dailyActiveUsersSplit: split,
      dailyActiveTeamsSplit: split,
      totalUsersFiltered: finite
    })),
    paymentsOverview: optional(payments()),
    emailOverview: optional(emails()),
    analyticsOverview: optional(analytics())
  }
})

export const get = endpoint("metrics.get", "GET", "/internal/metrics", { level: "admin" }, () => ({
  success: Metrics
}))
