/** All the signed-in user's sessions, one per device. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/sessions.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/** Lists the sessions, newest first. */
export const list: Effect.Effect<ReadonlyArray<wire.UserSession>, ListError, Client> = /*#__PURE__*/ trace(
  "Sessions.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, { query: { userId: "me" } }))
)

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof wire.revoke>

/**
 * Revokes another of the user's sessions. Fails with `CannotDeleteCurrentSession` for the current session; use
 * `Session.signOut` instead. Fails with the `ApiError` reason `RequestRefused` if the user has no such session.
 *
 * **Gotchas**
 *
 * The session's access tokens stay valid until they expire, for up to ten minutes.
 *
 * **Example** (Signing out on all other devices)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Sessions } from "latchkey"
 *
 * const signOutElsewhere = Effect.flatMap(
 *   Sessions.list,
 *   Effect.forEach(({ id, isCurrentSession }) => isCurrentSession ? Effect.void : Sessions.revoke(id), { discard: true })
 * )
 * ```
 */
export const revoke = (sessionId: string): Effect.Effect<void, RevokeError, Client> =>
  trace(
    "Sessions.revoke",
    Effect.asVoid(callAsClient(wire.revoke, { params: { id: sessionId }, query: { userId: "me" } }))
  )

export type { UserSession } from "../wire/sessions.ts"
