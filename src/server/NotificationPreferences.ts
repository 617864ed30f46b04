/**
 * Users' email preferences, by category.
 *
 * `Server` explains the user id `me` and malformed ids.
 *
 * **Example** (Checking consent to marketing emails)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { NotificationPreferences } from "latchkey/server"
 *
 * const wantsMarketing = (userId: string) =>
 *   Effect.map(
 *     NotificationPreferences.list(userId),
 *     (preferences) =>
 *       preferences.some(({ enabled, notificationCategoryName }) => notificationCategoryName === "Marketing" && enabled)
 *   )
 * ```
 *
 * @generation 2026
 */
import type * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/notificationPreferences.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/** Lists the email categories and whether the user receives them. */
export const list = (userId: string): Effect.Effect<ReadonlyArray<wire.NotificationPreference>, ListError, Server> =>
  trace(
    "NotificationPreferences.list",
    takeItems(callAsServer(wire.listAsServer, { params: { userId } }))
  )

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateAsServer>

/**
 * Turns a category of emails on or off for a user, and returns the changed preference. Fails with the `ApiError` reason
 * `RequestRefused` if the category does not exist.
 */
export const update: (preference: {
  readonly userId: string
  readonly notificationCategoryId: string
  readonly enabled: boolean
}) => Effect.Effect<wire.NotificationPreference, UpdateError, Server> = ({ enabled, notificationCategoryId, userId }) =>
  trace(
    "NotificationPreferences.update",
    callAsServer(wire.updateAsServer, { params: { userId, notificationCategoryId }, payload: { enabled } })
  )

export type { NotificationPreference } from "../wire/notificationPreferences.ts"
