/**
 * Which mails users want, as it travels, and the requests about it. Services since 2026.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { CannotGetOwnUserWithoutUser, SchemaError, UserNotFound } from "./KnownErrors.ts"
import { listOf } from "./list.ts"
import { once } from "./once.ts"
import { struct, type Wire } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/**
 * A category of mails, and whether a user gets them.
 *
 * @category models
 * @since 0.1.0
 */
export interface NotificationPreference {
  /** The id of the category. */
  readonly id: string
  /** The name of the category, such as `Transactional` or `Marketing`. */
  readonly name: string
  readonly isEnabled: boolean
  /** Is `false` for mails that users need, such as those about their own account. */
  readonly canDisable: boolean
}

/** @since 0.1.0 */
export const NotificationPreference: () => Wire<NotificationPreference> = /*#__PURE__*/ once(() =>
  struct({
    id: Schema.String,
    name: Schema.String,
    isEnabled: Schema.Boolean,
    canDisable: Schema.Boolean
  }, { id: "notification_category_id", name: "notification_category_name", isEnabled: "enabled" })
)

const listing = () => ({
  params: struct({ userId: uuidOrMe() }),
  success: listOf(NotificationPreference())
})

const updating = () => ({
  params: struct({ userId: uuidOrMe(), categoryId: uuid() }),
  payload: struct({ enabled: Schema.Boolean }),
  success: NotificationPreference()
})

/** @since 0.1.0 */
export const list = endpoint("notificationPreferences.list", "GET", "/emails/notification-preference/:userId", {
  session: true,
  generation: "2026"
}, () => ({
  ...listing(),
  errors: [CannotGetOwnUserWithoutUser, SchemaError]
}))

/** @since 0.1.0 */
export const listAsServer = endpoint(
  "notificationPreferences.list.server",
  "GET",
  "/emails/notification-preference/:userId",
  { level: "server", session: "me", generation: "2026" },
  () => ({
    ...listing(),
    errors: [UserNotFound, CannotGetOwnUserWithoutUser, SchemaError]
  })
)

/** @since 0.1.0 */
export const update = endpoint(
  "notificationPreferences.update",
  "PATCH",
  "/emails/notification-preference/:userId/:categoryId",
  { session: true, generation: "2026" },
  () => ({
    ...updating(),
    errors: [CannotGetOwnUserWithoutUser, SchemaError]
  })
)

/** @since 0.1.0 */
export const updateAsServer = endpoint(
  "notificationPreferences.update.server",
  "PATCH",
  "/emails/notification-preference/:userId/:categoryId",
  { level: "server", session: "me", generation: "2026" },
  () => ({
    ...updating(),
    errors: [UserNotFound, CannotGetOwnUserWithoutUser, SchemaError]
  })
)
