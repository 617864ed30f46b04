/** Handlers for notification preferences. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/notificationPreferences.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject, type Rejection } from "../requests/http.ts"
import { requireCurrentUser, resolveUser } from "../rules/lookup.ts"
import type { UserRow } from "../state/rows.ts"

/** The notification categories. Their ids are those of the service. */
export const categories = [
  {
    notificationCategoryId: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
    notificationCategoryName: "Transactional",
    canDisable: false
  },
  {
    notificationCategoryId: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c",
    notificationCategoryName: "Marketing",
    canDisable: true
  }
]

const toPreference = (user: UserRow, category: typeof categories[number]): wire.NotificationPreference => ({
  ...category,
  enabled: user.notifications.get(category.notificationCategoryId) ?? true
})

const list = (user: UserRow) => ({
  items: categories.map((category) => toPreference(user, category)),
  isPaginated: false
})

/** Changes a preference. Like the service, it ignores `canDisable`. */
const update = (user: UserRow, id: string, enabled: boolean): Effect.Effect<wire.NotificationPreference, Rejection> => {
  const category = categories.find((category) => category.notificationCategoryId === id)
  if (category === undefined) return Effect.fail(reject(404, "The notification category does not exist"))
  user.notifications.set(id, enabled)
  return Effect.succeed(toPreference(user, category))
}

const notOwnUser = reject(403, "Clients can access only the notification preferences of the signed-in user")

export const notificationPreferenceHandlers: HandlersOf<typeof wire> = {
  list: ({ params, user }) => Effect.map(requireCurrentUser(user, params.userId, notOwnUser), list),

  listAsServer: ({ params, ...context }) => Effect.map(resolveUser(context, params.userId), list),

  update: ({ params, payload, user }) =>
    Effect.flatMap(
      requireCurrentUser(user, params.userId, notOwnUser),
      (own) => update(own, params.notificationCategoryId, payload.enabled)
    ),

  updateAsServer: ({ params, payload, ...context }) =>
    Effect.flatMap(
      resolveUser(context, params.userId),
      (named) => update(named, params.notificationCategoryId, payload.enabled)
    )
}
