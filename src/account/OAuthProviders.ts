/**
 * The signed-in user's OAuth accounts, for sign-in and as connected accounts.
 *
 * If the user has no such account, calls fail with the `ApiError` reason `RequestRefused`.
 *
 * **Example** (Removing an account)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuthProviders } from "latchkey"
 *
 * const removeAll = (type: string) =>
 *   Effect.flatMap(OAuthProviders.list, (providers) =>
 *     Effect.forEach(providers.filter((provider) => provider.type === type), ({ id }) => OAuthProviders.remove(id)))
 * ```
 *
 * @generation 2026
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/oauthProviders.ts"
import { takeItems } from "./takeItems.ts"

const paramsOf = (connectionId: string) => ({ userId: "me", connectionId })

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/** Lists the accounts, oldest first. A user can have several accounts at one provider. */
export const list: Effect.Effect<ReadonlyArray<wire.OAuthProvider>, ListError, Client> = /*#__PURE__*/ trace(
  "OAuthProviders.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, { query: { userId: "me" } }))
)

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/** Gets an account by id, a UUID. */
export const get = (id: string): Effect.Effect<wire.OAuthProvider, GetError, Client> =>
  trace("OAuthProviders.get", callAsClient(wire.get, { params: paramsOf(id) }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Updates an account's purpose, and returns the account.
 *
 * **Gotchas**
 *
 * The April 2026 service rejects `allowSignIn: true` with `OAuthProviderAccountIdAlreadyUsedForSignIn` if any other
 * account in the project signs in.
 */
export const update = (
  id: string,
  changes: wire.OAuthProviderUpdate
): Effect.Effect<wire.OAuthProvider, UpdateError, Client> =>
  trace("OAuthProviders.update", callAsClient(wire.update, { params: paramsOf(id), payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Removes an account. The user can no longer sign in with it. */
export const remove = (id: string): Effect.Effect<void, RemoveError, Client> =>
  trace("OAuthProviders.remove", Effect.asVoid(callAsClient(wire.remove, { params: paramsOf(id) })))

export type { OAuthProvider, OAuthProviderUpdate } from "../wire/oauthProviders.ts"
