/**
 * The email user preferences, and their endpoints.
 *
 * @generation 2026
 */
import { boolean, type Codec, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { CannotGetOwnUserWithoutUser, RequestSchemaError, UserNotFound } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** An email category, and whether a user receives them. */
export interface NotificationPreference {
  readonly notificationCategoryId: string
  /** For example `Transactional` or `Marketing`. */
  readonly notificationCategoryName: string
  readonly enabled: boolean
  /** `false` for emails that users must receive, such as those about their account. */
  readonly canDisable: boolean
}

export const NotificationPreference: Codec<NotificationPreference> = /*#__PURE__*/ struct(() => ({
  notificationCategoryId: string,
  notificationCategoryName: string,
  enabled: boolean,
  canDisable: boolean
}))

const listShape = () => ({
  params: struct({ userId: uuidOrMe }),
  success: listOf(NotificationPreference)
})

const updateShape = () => ({
  params: struct({ userId: uuidOrMe, notificationCategoryId: uuid }),
  payload: struct({ enabled: boolean }),
  success: NotificationPreference
})

export const list = endpoint("notificationPreferences.list", "GET", "/emails/notification-preference/:userId", {
  session: true,
  generation: "2026"
}, () => ({
  ...listShape(),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const listAsServer = endpoint(
  "notificationPreferences.list.server",
  "GET",
  "/emails/notification-preference/:userId",
  { level: "server", session: "me", generation: "2026" },
  () => ({
    ...listShape(),
    errors: [UserNotFound, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const update = endpoint(
  "notificationPreferences.update",
  "PATCH",
  "/emails/notification-preference/:userId/:notificationCategoryId",
  { session: true, generation: "2026" },
  () => ({
    ...updateShape(),
    errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const updateAsServer = endpoint(
  "notificationPreferences.update.server",
  "PATCH",
  "/emails/notification-preference/:userId/:notificationCategoryId",
  { level: "server", session: "me", generation: "2026" },
  () => ({
    ...updateShape(),
    errors: [UserNotFound, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)
