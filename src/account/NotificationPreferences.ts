/**
 * Which mails the user who is signed in wants, by category. Services since 2026.
 *
 * **Example** (No marketing)
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
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/notificationPreferences.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the categories of mails, and whether the user gets them.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<
  ReadonlyArray<wire.NotificationPreference>,
  ListError,
  Client
> = /*#__PURE__*/ trace(
  "NotificationPreferences.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, { params: { userId: "me" } }), ({ items }) => items)
)

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Turns the mails of a category on or off, and returns the preference. A category that does not exist is an `ApiError` whose
 * reason is `RequestRefused`.
 *
 * **Gotchas**
 *
 * The recorded service also turns off a category whose `canDisable` is `false`. Check it before you offer the choice.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (preference: {
  readonly notificationCategoryId: string
  readonly enabled: boolean
}) => Effect.Effect<
  wire.NotificationPreference,
  UpdateError,
  Client
> = ({ enabled, notificationCategoryId }) =>
  trace(
    "NotificationPreferences.update",
    callAsClient(wire.update, { params: { userId: "me", notificationCategoryId }, payload: { enabled } })
  )

/** @since 0.1.0 */
export type { NotificationPreference } from "../wire/notificationPreferences.ts"
