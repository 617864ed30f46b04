/** Handlers for notification preferences. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/notificationPreferences.ts"
import type { HandlersOf, RequestContext, RequestOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { requireCurrentUser, resolveUser } from "../rules/lookup.ts"
import type { UserRow } from "../state/rows.ts"

/** The notification categories. The service has the same ids. */
export const categories = ([
  ["7bb82d33-2f54-4a3d-9d23-82739e0d66ef", "Transactional", false],
  ["4f6f8873-3d04-46bd-8bef-18338b1a1b4c", "Marketing", true]
] as const).map(([notificationCategoryId, notificationCategoryName, canDisable]) => ({
  notificationCategoryId,
  notificationCategoryName,
  canDisable
}))

const toPreference = (user: UserRow, category: typeof categories[number]): wire.NotificationPreference => ({
  ...category,
  enabled: user.notifications.get(category.notificationCategoryId) ?? true
})

const notOwnUser = reject(403, "Clients can access only the notification preferences of the signed-in user")

/** Makes the handlers for callers that `findOwner` lets name a user. */
const makeHandlers = <E>(findOwner: (context: RequestContext, userId: string) => Effect.Effect<UserRow, E>) => ({
  list: Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof wire.list>) {
    const user = yield* findOwner(context, params.userId)
    return { items: categories.map((category) => toPreference(user, category)), isPaginated: false }
  }),

  /** Like the service, ignores `canDisable`. */
  update: Effect.fnUntraced(function*({ params, payload, ...context }: RequestOf<typeof wire.update>) {
    const user = yield* findOwner(context, params.userId)
    const category = categories.find((category) => category.notificationCategoryId === params.notificationCategoryId)
    if (category === undefined) return yield* reject(404, "The notification category does not exist")
    user.notifications.set(category.notificationCategoryId, payload.enabled)
    return toPreference(user, category)
  })
})

const own = makeHandlers(({ user }, userId) => requireCurrentUser(user, userId, notOwnUser))
const named = makeHandlers(resolveUser)

export const notificationPreferenceHandlers: HandlersOf<typeof wire> = {
  ...own,
  listAsServer: named.list,
  updateAsServer: named.update
}
