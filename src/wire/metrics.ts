/** Statistics about the project's users. */
import { array, type Codec, dateFromMillis, finite, optional, parsedJson, record, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import type { Json } from "./Json.ts"
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

/**
 * Statistics about payments.
 *
 * @generation 2026
 */
export type PaymentsOverview = {
  readonly subscriptionsByStatus: { readonly [status: string]: number }
  readonly activeSubscriptionCount: number
  readonly totalOneTimePurchases: number
  readonly dailySubscriptions: ReadonlyArray<DailyCount>
  readonly revenueCents: number
  readonly mrrCents: number
  readonly totalOrders: number
  readonly checkoutConversionRate: number
}

/** One day's email counts by status. */
export type DailyEmails = {
  /** The day in UTC, such as `2026-01-31`. */
  readonly date: string
  readonly ok: number
  readonly error: number
  readonly inProgress: number
}

/**
 * Statistics about the project's emails.
 *
 * @generation 2026
 */
export type EmailOverview = {
  readonly emailsByStatus: { readonly [status: string]: number }
  readonly totalEmails: number
  readonly dailyEmails: ReadonlyArray<DailyCount>
  readonly dailyEmailsByStatus: ReadonlyArray<DailyEmails>
  readonly emailsSent: number
  readonly recentEmails: ReadonlyArray<{
    readonly id: string
    readonly status: string
    readonly subject: string
    readonly createdAt: Date
  }>
  readonly deliverabilityStatus: {
    readonly delivered: number
    readonly bounced: number
    readonly error: number
    readonly inProgress: number
  }
  readonly deliverabilityRate: number
  readonly bounceRate: number
  readonly clickRate: number
}

/**
 * Statistics about visits to the app.
 *
 * @generation 2026
 */
export type AnalyticsOverview = {
  readonly dailyPageViews: ReadonlyArray<DailyCount>
  readonly dailyClicks: ReadonlyArray<DailyCount>
  readonly dailyVisitors: ReadonlyArray<DailyCount>
  readonly dailyRevenue: ReadonlyArray<
    { readonly date: string; readonly newCents: number; readonly refundCents: number }
  >
  readonly totalRevenueCents: number
  readonly totalReplays: number
  readonly recentReplays: number
  readonly visitors: number
  readonly avgSessionSeconds: number
  readonly onlineLive: number
  readonly revenuePerVisitor: number
  /** As the service sends them: their fields are not known. */
  readonly topReferrers: ReadonlyArray<Json>
  /** As the service sends it: its fields are not known. `null` without visits. */
  readonly topRegion: Json
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
  readonly paymentsOverview?: PaymentsOverview | undefined
  readonly emailOverview?: EmailOverview | undefined
  readonly analyticsOverview?: AnalyticsOverview | undefined
}

export const Metrics: Codec<Metrics> = /*#__PURE__*/ struct(() => {
  const daily = array(struct({ date: string, activity: finite }))
  const split = struct({ total: daily, new: daily, retained: daily, reactivated: daily })
  const users = array(ServerUser)
  return {
    totalUsers: finite,
    dailyUsers: daily,
    dailyActiveUsers: daily,
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
    paymentsOverview: optional(struct({
      subscriptionsByStatus: record(finite),
      activeSubscriptionCount: finite,
      totalOneTimePurchases: finite,
      dailySubscriptions: daily,
      revenueCents: finite,
      mrrCents: finite,
      totalOrders: finite,
      checkoutConversionRate: finite
    })),
    emailOverview: optional(struct({
      emailsByStatus: record(finite),
      totalEmails: finite,
      dailyEmails: daily,
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
    })),
    analyticsOverview: optional(struct({
      dailyPageViews: daily,
      dailyClicks: daily,
      dailyVisitors: daily,
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
    }))
  }
})

export const get = endpoint("metrics.get", "GET", "/internal/metrics", { level: "admin" }, () => ({
  success: Metrics
}))
