/**
 * The connections between users and their OAuth accounts.
 *
 * Calls for an unknown connection fail with the `ApiError` reason `RequestRefused` and status 404.
 *
 * `Server` explains the user id `me` and malformed ids.
 *
 * **Example** (Importing a GitHub user)
 *
 * ```ts
 * import { OAuthProviders } from "latchkey/server"
 *
 * const connect = (userId: string, accountId: string) =>
 *   OAuthProviders.create({
 *     userId,
 *     providerConfigId: "github",
 *     accountId,
 *     allowSignIn: true,
 *     allowConnectedAccounts: true
 *   })
 * ```
 *
 * @generation 2026
 */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter } from "../call/filters.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/oauthProviders.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** The ids of a connection and its user, both UUIDs. A `ServerOAuthProvider` is accepted too. */
type OAuthProviderName = { readonly userId: string; readonly id: string }

const paramsOf = ({ id, userId }: OAuthProviderName) => ({ userId, connectionId: id })

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/** Lists the connections of one user or all users. The list is empty if the user does not exist. */
export const list = (
  filter: { readonly userId?: string } = {}
): Effect.Effect<ReadonlyArray<wire.ServerOAuthProvider>, ListError, Server> =>
  trace(
    "OAuthProviders.list",
    Effect.flatMap(checkFilter(wire.listAsServer, filter), () =>
      takeItems(callAsServer(wire.listAsServer, { query: filter })))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.getAsServer>

/** Gets a connection of a user. */
export const get = (provider: OAuthProviderName): Effect.Effect<wire.ServerOAuthProvider, GetError, Server> =>
  trace("OAuthProviders.get", callAsServer(wire.getAsServer, { params: paramsOf(provider) }))

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.createAsServer>

/**
 * Connects an account to a user. Fails with the `ApiError` reason `RequestRefused` if the user already has the account,
 * if the user already signs in with another account of the provider, or if the project does not have the provider.
 */
export const create = (
  provider: wire.OAuthProviderCreation
): Effect.Effect<wire.ServerOAuthProvider, CreateError, Server> =>
  trace("OAuthProviders.create", callAsServer(wire.createAsServer, { payload: provider }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateAsServer>

/**
 * Changes a connection and returns the changed connection.
 *
 * **Gotchas**
 *
 * If `allowSignIn` is `true`, the service of April 2026 compares `accountId` with the accounts of all providers.
 * Without an `accountId`, it rejects the change if any other account in the project allows sign-in.
 */
export const update = (
  provider: OAuthProviderName,
  changes: wire.ServerOAuthProviderUpdate
): Effect.Effect<wire.ServerOAuthProvider, UpdateError, Server> =>
  trace("OAuthProviders.update", callAsServer(wire.updateAsServer, { params: paramsOf(provider), payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeAsServer>

/** Disconnects an account from a user. The user can no longer sign in with it. */
export const remove = (provider: OAuthProviderName): Effect.Effect<void, RemoveError, Server> =>
  trace("OAuthProviders.remove", Effect.asVoid(callAsServer(wire.removeAsServer, { params: paramsOf(provider) })))

export type { OAuthProviderCreation, ServerOAuthProvider, ServerOAuthProviderUpdate } from "../wire/oauthProviders.ts"
