/**
 * Which mails the users of the project want, by category. Services since 2026.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * **Example** (Asking before a newsletter is sent)
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
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/notificationPreferences.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError =
  | KnownErrors.UserNotFound
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Lists the categories of mails, and whether a user gets them.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (userId: string) => Effect.Effect<
  ReadonlyArray<wire.NotificationPreference>,
  ListError,
  Server
> = (userId) =>
  trace(
    "NotificationPreferences.list",
    Effect.map(callAsServer(wire.listAsServer, { params: { userId } }), ({ items }) => items)
  )

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.UserNotFound
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Turns the mails of a category on or off for a user, and returns the preference. A category that does not exist is an
 * `ApiError` whose reason is `RequestRefused`.
 *
 * @category managing
 * @since 0.1.0
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

/** @since 0.1.0 */
export type { NotificationPreference } from "../wire/notificationPreferences.ts"
