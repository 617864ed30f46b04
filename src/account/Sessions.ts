/** All the signed-in user's sessions, one per device. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import { ForeignUseNotWatched, type FoundUse } from "../session/ForeignUseService.ts"
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

/** Errors from {@link foreignUse}. */
export type ForeignUseError = ListError | ForeignUseNotWatched

/**
 * Returns the last use of the current session by another device, or `undefined` if there is no sign of one. Lists the sessions, and
 * compares `lastUsedAt` with the access tokens that this device got.
 *
 * Fails with `ForeignUseNotWatched` unless a layer of `ForeignUse` remembers them.
 *
 * **Gotchas**
 *
 * `undefined` is no proof: a refresh by this device overwrites the trace. `ForeignUse` lists the limits.
 *
 * **Example** (Warning the user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Sessions } from "latchkey"
 *
 * const warning = Effect.map(
 *   Sessions.foreignUse,
 *   (use) => use && `Used from ${use.place?.cityName ?? "another place"} at ${use.at.toLocaleTimeString()}`
 * )
 * ```
 */
export const foreignUse: Effect.Effect<FoundUse | undefined, ForeignUseError, Client> = /*#__PURE__*/ trace(
  "Sessions.foreignUse",
  /*#__PURE__*/ Effect.flatMap(
    Client,
    ({ session }): Effect.Effect<FoundUse | undefined, ForeignUseError, Client> =>
      session.foreignUse === undefined
        ? Effect.fail(
          new ForeignUseNotWatched({
            message: "The client does not remember its own uses. Provide ForeignUse.layerBrowser, or set foreignUse"
          })
        )
        : Effect.flatMap(
          Effect.zip(list, session.currentTokens),
          ([sessions, tokens]) => session.foreignUse!.find(sessions, tokens)
        )
  )
)

export type { FoundUse } from "../session/ForeignUseService.ts"
export { ForeignUseNotWatched } from "../session/ForeignUseService.ts"
export type { UserSession } from "../wire/sessions.ts"
