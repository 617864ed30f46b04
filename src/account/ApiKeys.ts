/**
 * The API keys that the signed-in user or a team owns. Programs use them to authenticate to a server that accepts the
 * project's keys.
 *
 * All functions act on the user's keys, unless a team is given. For a team's keys, the user needs the permission
 * `$manage_api_keys`. Without it, calls fail with `ApiKeyNotFound`. The project must allow API keys for users or teams. If it
 * does not, calls fail with the `ApiError` reason `RequestRefused`.
 *
 * **Example** (A key for a script, for 90 days)
 *
 * ```ts
 * import * as DateTime from "effect/DateTime"
 * import * as Effect from "effect/Effect"
 * import { ApiKeys } from "latchkey"
 *
 * const program = Effect.gen(function*() {
 *   const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { days: 90 }))
 *   const created = yield* ApiKeys.create({ description: "Nightly backup", expiresAt })
 *   // `created.value` is the key, redacted. It cannot be fetched again.
 *   for (const key of yield* ApiKeys.list()) {
 *     yield* Effect.log(`${key.description}: …${key.value.lastFour}, ${yield* ApiKeys.state(key)}`)
 *   }
 *   yield* ApiKeys.revoke(created)
 * })
 * ```
 */
import type * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import type { ApiKeyUpdate, CreatedTeamApiKey, CreatedUserApiKey, TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import * as ofTeam from "../wire/teamApiKeys.ts"
import * as ofUser from "../wire/userApiKeys.ts"
import { type KeyCall, type KeyOfTeam, type KeyOfUser, matchOwner } from "./matchOwner.ts"
import { takeItems } from "./takeItems.ts"

/** Selects the signed-in user's keys, which is the default. */
export interface Own {
  readonly userId?: "me" | undefined
  readonly teamId?: undefined
}

/** Selects a team's keys. */
export interface OfTeam {
  readonly teamId: string
  readonly userId?: undefined
}

/** A new key's fields. */
export interface ApiKeyCreation {
  readonly description: string
  /** When the key expires. By default, it never does. */
  readonly expiresAt?: Date | undefined
  /** Set to `true` for a key that may be public, such as a key in an app. `false` by default. */
  readonly isPublic?: boolean | undefined
}

type KeyError = Errors<typeof ofTeam.create>

type OwnCreateError = Errors<typeof ofUser.create>

type OwnListError = Errors<typeof ofUser.list>

/** Errors from {@link create}. */
export type CreateError = Errors<typeof ofUser.create | typeof ofTeam.create>

/** Creates a key, and returns it with its value. The value cannot be fetched again. */
export const create: {
  (key: ApiKeyCreation & Own): Effect.Effect<CreatedUserApiKey, OwnCreateError, Client>
  (key: ApiKeyCreation & OfTeam): Effect.Effect<CreatedTeamApiKey, KeyError, Client>
} = (
  { description, expiresAt, isPublic, ...owner }: ApiKeyCreation & (Own | OfTeam)
): Effect.Effect<any, any, Client> => {
  // Sound, here and below: each branch of `matchOwner` has the types in that owner's overload.
  const key = { description, expiresAt: expiresAt ?? null, isPublic }
  return trace(
    "ApiKeys.create",
    matchOwner(
      owner,
      (userId = "me") => callAsClient(ofUser.create, { payload: { ...key, userId } }),
      (teamId) => callAsClient(ofTeam.create, { payload: { ...key, teamId } })
    )
  )
}

/** Errors from {@link list}. */
export type ListError = Errors<typeof ofUser.list | typeof ofTeam.list>

/** Lists keys, newest first. Includes expired and revoked keys. */
export const list: {
  (owner?: Own): Effect.Effect<ReadonlyArray<UserApiKey>, OwnListError, Client>
  (owner: OfTeam): Effect.Effect<ReadonlyArray<TeamApiKey>, KeyError, Client>
  (owner?: Own | OfTeam): Effect.Effect<ReadonlyArray<UserApiKey> | ReadonlyArray<TeamApiKey>, ListError, Client>
} = (owner: Own | OfTeam = {}): Effect.Effect<any, any, Client> =>
  trace(
    "ApiKeys.list",
    takeItems(matchOwner(
      owner,
      (userId = "me") => callAsClient(ofUser.list, { query: { userId } }),
      (teamId) => callAsClient(ofTeam.list, { query: { teamId } })
    ))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof ofUser.get | typeof ofTeam.get>

/** Gets a key. */
export const get: KeyCall<GetError, Client> = (
  key: KeyOfUser | KeyOfTeam
): Effect.Effect<any, KeyError, Client> => {
  const params = { apiKeyId: key.id }
  return trace(
    "ApiKeys.get",
    matchOwner(
      key,
      () => callAsClient(ofUser.get, { params, query: {} }),
      (teamId) => callAsClient(ofTeam.get, { params, query: { teamId } })
    )
  )
}

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof ofUser.update | typeof ofTeam.update>

/** Updates a key, and returns it. Omitted fields stay unchanged. */
export const update: KeyCall<UpdateError, Client, [changes: ApiKeyUpdate]> = (
  key: KeyOfUser | KeyOfTeam,
  payload: ApiKeyUpdate
): Effect.Effect<any, KeyError, Client> => trace("ApiKeys.update", change(key, payload))

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof ofUser.update | typeof ofTeam.update>

/** Revokes a key, and returns it. This cannot be undone. Revoking it again changes nothing. */
export const revoke: KeyCall<RevokeError, Client> = (
  key: KeyOfUser | KeyOfTeam
): Effect.Effect<any, KeyError, Client> => trace("ApiKeys.revoke", change(key, { revoked: true }))

const change = (key: KeyOfUser | KeyOfTeam, payload: ApiKeyUpdate) => {
  const params = { apiKeyId: key.id }
  return matchOwner(
    key,
    () => callAsClient(ofUser.update, { params, query: {}, payload }),
    (teamId) => callAsClient(ofTeam.update, { params, query: { teamId }, payload })
  )
}

export type { KeyCall, KeyOfTeam, KeyOfUser as OwnKey } from "./matchOwner.ts"

export { isValid, type KeyLife, type KeyState, state } from "./KeyState.ts"

export type {
  ApiKeyFields,
  ApiKeyUpdate,
  CreatedTeamApiKey,
  CreatedUserApiKey,
  MaskedKey,
  TeamApiKey,
  UserApiKey
} from "../wire/apiKeys.ts"
