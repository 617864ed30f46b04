/**
 * The signed-in user's email preferences, by category.
 *
 * **Example** (Turning off marketing emails)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { NotificationPreferences } from "latchkey"
 *
 * const noMarketing = Effect.gen(function*() {
 *   for (const preference of yield* NotificationPreferences.list) {
 *     if (preference.canDisable) yield* NotificationPreferences.update({ ...preference, enabled: false })
 *   }
 * })
 * ```
 *
 * @generation 2026
 */
import type * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/notificationPreferences.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/** Lists the email categories, and whether each is enabled. */
export const list: Effect.Effect<ReadonlyArray<wire.NotificationPreference>, ListError, Client> = /*#__PURE__*/ trace(
  "NotificationPreferences.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, { params: { userId: "me" } }))
)

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Enables or disables a category's emails, and returns the preference. Fails with the `ApiError` reason `RequestRefused`
 * if the category does not exist.
 *
 * **Gotchas**
 *
 * The recorded service also disables a category with `canDisable: false`. Check this field before you offer the choice.
 */
export const update = (
  { enabled, notificationCategoryId }: { readonly notificationCategoryId: string; readonly enabled: boolean }
): Effect.Effect<wire.NotificationPreference, UpdateError, Client> =>
  trace(
    "NotificationPreferences.update",
    callAsClient(wire.update, { params: { userId: "me", notificationCategoryId }, payload: { enabled } })
  )

export type { NotificationPreference } from "../wire/notificationPreferences.ts"
