/** Statistics about the project's users. */
import type * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/metrics.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link get}. */
export type GetError = ApiError

/**
 * Gets the current statistics. Days are in UTC, and the last one is today. Services since 2026 add overviews for users and
 * teams, payments, emails and visits.
 *
 * **Example** (Today's sign-ups)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Metrics } from "latchkey/admin"
 *
 * const today = Effect.map(Metrics.get, ({ dailyUsers }) => dailyUsers.at(-1)?.activity ?? 0)
 * ```
 */
export const get: Effect.Effect<wire.Metrics, GetError, Admin> = /*#__PURE__*/ trace(
  "Metrics.get",
  /*#__PURE__*/ callAsAdmin(wire.get, {})
)

export type { AuthOverview, DailyCount, Metrics } from "../wire/metrics.ts"
