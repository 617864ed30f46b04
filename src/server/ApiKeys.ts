/**
 * The API keys of users and teams, and the check of a key that a request carries.
 *
 * `Users.getByApiKey` and `Teams.getByApiKey` check a key and get its owner in one step. The project must allow API
 * keys, separately for users and teams. If it does not, calls fail with the `ApiError` reason `RequestRefused`.
 *
 * `Server` explains the user id `me` and malformed ids.
 *
 * **Example** (A key's team)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ApiKeys } from "latchkey/server"
 *
 * const teamOf = (value: string) =>
 *   ApiKeys.check("team", value).pipe(
 *     Effect.map((key) => key.teamId),
 *     Effect.catchTag(["ApiKeyRevoked", "ApiKeyExpired"], () => Effect.fail("Ask for a new key" as const))
 *   )
 * ```
 */
import * as Effect from "effect/Effect"
import type { ApiKeyCreation, OfTeam } from "../account/ApiKeys.ts"
import { type KeyCall, type KeyOfTeam, type KeyOfUser, matchOwner } from "../account/matchOwner.ts"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import type { ApiKeyUpdate, CreatedTeamApiKey, CreatedUserApiKey, TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as teamApiKeys from "../wire/teamApiKeys.ts"
import * as userApiKeys from "../wire/userApiKeys.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** The owner of keys: a user. */
type OfUser = { readonly userId: string; readonly teamId?: undefined }

/** Errors from {@link create}. */
export type CreateError = Errors<typeof userApiKeys.createAsServer>

/**
 * Creates a key of a user or of a team. Returns it with its value, which the service shows only once. Fails with the
 * `ApiError` reason `RequestRefused` if the owner does not exist.
 */
export const create: {
  (key: ApiKeyCreation & OfUser): Effect.Effect<CreatedUserApiKey, CreateError, Server>
  (key: ApiKeyCreation & OfTeam): Effect.Effect<CreatedTeamApiKey, KnownErrors.RequestSchemaError | ApiError, Server>
} = (
  { description, expiresAt, isPublic, ...owner }: ApiKeyCreation & (OfUser | OfTeam)
): Effect.Effect<any, any, Server> => {
  // Sound, here and below: each branch of `matchOwner` and of `checkKey` matches the overload of that owner.
  const key = { description, expiresAt: expiresAt ?? null, isPublic }
  return trace(
    "ApiKeys.create",
    matchOwner(
      owner,
      (userId) => callAsServer(userApiKeys.createAsServer, { payload: { ...key, userId: userId! } }),
      (teamId) => callAsServer(teamApiKeys.createAsServer, { payload: { ...key, teamId } })
    )
  )
}

/** Errors from {@link list}. */
export type ListError = Errors<typeof userApiKeys.listAsServer>

/**
 * Lists the keys of a user or of a team, newest first, including expired and revoked ones. The list is empty if the
 * owner does not exist.
 */
export const list: {
  (owner: OfUser): Effect.Effect<ReadonlyArray<UserApiKey>, ListError, Server>
  (owner: OfTeam): Effect.Effect<ReadonlyArray<TeamApiKey>, KnownErrors.RequestSchemaError | ApiError, Server>
  (owner: OfUser | OfTeam): Effect.Effect<ReadonlyArray<UserApiKey> | ReadonlyArray<TeamApiKey>, ListError, Server>
} = (owner: OfUser | OfTeam): Effect.Effect<any, any, Server> =>
  trace(
    "ApiKeys.list",
    takeItems(matchOwner(
      owner,
      (userId) => callAsServer(userApiKeys.listAsServer, { query: { userId: userId! } }),
      (teamId) => callAsServer(teamApiKeys.listAsServer, { query: { teamId } })
    ))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof userApiKeys.getAsServer | typeof teamApiKeys.getAsServer>

/** Gets a key by its id: a team's if `teamId` is set, otherwise a user's. */
export const get: KeyCall<GetError, Server> = (key: KeyOfUser | KeyOfTeam): Effect.Effect<any, GetError, Server> => {
  const params = { apiKeyId: key.id }
  return trace(
    "ApiKeys.get",
    matchOwner(
      key,
      () => callAsServer(userApiKeys.getAsServer, { params, query: {} }),
      (teamId) => callAsServer(teamApiKeys.getAsServer, { params, query: { teamId } })
    )
  )
}

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof userApiKeys.updateAsServer | typeof teamApiKeys.updateAsServer>

/** Changes a key and returns the changed key. Omitted fields keep their values. */
export const update: KeyCall<UpdateError, Server, [changes: ApiKeyUpdate]> = (
  key: KeyOfUser | KeyOfTeam,
  payload: ApiKeyUpdate
): Effect.Effect<any, UpdateError, Server> => trace("ApiKeys.update", updateKey(key, payload))

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof userApiKeys.updateAsServer | typeof teamApiKeys.updateAsServer>

/** Revokes a key and returns the revoked key. This cannot be undone. Revoking a revoked key has no effect. */
export const revoke: KeyCall<RevokeError, Server> = (
  key: KeyOfUser | KeyOfTeam
): Effect.Effect<any, RevokeError, Server> => trace("ApiKeys.revoke", updateKey(key, { revoked: true }))

const updateKey = (key: KeyOfUser | KeyOfTeam, payload: ApiKeyUpdate) => {
  const params = { apiKeyId: key.id }
  return matchOwner(
    key,
    () => callAsServer(userApiKeys.updateAsServer, { params, query: {}, payload }),
    (teamId) => callAsServer(teamApiKeys.updateAsServer, { params, query: { teamId }, payload })
  )
}

/** The errors of an API key that cannot be used. */
export type InvalidApiKeyError =
  | KnownErrors.ApiKeyNotFound
  | KnownErrors.WrongApiKeyType
  | KnownErrors.ApiKeyRevoked
  | KnownErrors.ApiKeyExpired

/** Errors from {@link check}. */
export type CheckError = Errors<typeof userApiKeys.check>

/**
 * Checks the value of a user's or a team's key, and returns the key. Fails if the key cannot be used. A key that is
 * both revoked and expired fails with `ApiKeyRevoked`.
 */
export const check: {
  (type: "user", value: Secret): Effect.Effect<UserApiKey, CheckError, Server>
  (type: "team", value: Secret): Effect.Effect<TeamApiKey, CheckError, Server>
  (type: "user" | "team", value: Secret): Effect.Effect<UserApiKey | TeamApiKey, CheckError, Server>
} = (type: "user" | "team", value: Secret): Effect.Effect<any, CheckError, Server> =>
  trace("ApiKeys.check", checkKey(type, value))

const checkKey = (
  type: "user" | "team",
  value: Secret
): Effect.Effect<UserApiKey | TeamApiKey, CheckError, Server> => {
  const payload = { apiKey: toRedacted(value) }
  return type === "user" ? callAsServer(userApiKeys.check, { payload }) : callAsServer(teamApiKeys.check, { payload })
}

/** Errors from {@link find}. */
export type FindError = KnownErrors.RequestSchemaError | ApiError

/** Finds the key with a value, of a user or of a team. Returns `null` if the key cannot be used. */
export const find: {
  (type: "user", value: Secret): Effect.Effect<UserApiKey | null, FindError, Server>
  (type: "team", value: Secret): Effect.Effect<TeamApiKey | null, FindError, Server>
  (type: "user" | "team", value: Secret): Effect.Effect<UserApiKey | TeamApiKey | null, FindError, Server>
} = (type: "user" | "team", value: Secret): Effect.Effect<any, FindError, Server> =>
  trace(
    "ApiKeys.find",
    Effect.catchTag(
      checkKey(type, value),
      ["ApiKeyNotFound", "WrongApiKeyType", "ApiKeyRevoked", "ApiKeyExpired"],
      () => Effect.succeed(null)
    )
  )

export type { ApiKeyCreation, OfTeam } from "../account/ApiKeys.ts"
export { isValid, type KeyLife, type KeyState, state } from "../account/KeyState.ts"
export type { KeyCall, KeyOfTeam, KeyOfUser } from "../account/matchOwner.ts"
export type {
  ApiKeyFields,
  ApiKeyUpdate,
  CreatedTeamApiKey,
  CreatedUserApiKey,
  MaskedKey,
  TeamApiKey,
  UserApiKey
} from "../wire/apiKeys.ts"
