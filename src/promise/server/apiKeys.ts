/** `server.apiKeys`. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../../call/ApiError.ts"
import type { Secret } from "../../platform/toRedacted.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import type { Server } from "../../server/ServerService.ts"
import type { RequestSchemaError } from "../../wire/KnownErrors.ts"
import { updateAsServer } from "../../wire/userApiKeys.ts"
import type { CreatedTeamApiKey, CreatedUserApiKey, OfTeam } from "../client/keys.ts"
import { toPlainSecrets } from "../client/secrets.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/** The fields for a new user key. */
export type ServerUserApiKeyCreation = ApiKeys.ApiKeyCreation & {
  readonly userId: string
  readonly teamId?: undefined
}

/** The fields for a new team key. */
export type ServerTeamApiKeyCreation = ApiKeys.ApiKeyCreation & {
  readonly teamId: string
  readonly userId?: undefined
}

/**
 * The API keys of users and teams, and the check of a request's key. Projects must allow them.
 *
 * **Example** (Authenticating a request by its key)
 *
 * ```ts
 * import type { ServerClient } from "latchkey/promise/server"
 *
 * export const findTeam = async (server: ServerClient, request: Request): Promise<string | null> => {
 *   const { data, error } = await server.apiKeys.check("team", request.headers.get("x-api-key") ?? "")
 *   if (error?.code === "API_KEY_EXPIRED") throw new Error("Ask for a new key.")
 *   return data?.teamId ?? null
 * }
 * ```
 */
export interface ServerApiKeys {
  /** Creates a key for a user or a team. Its `value` is shown only once. */
  readonly create: {
    (key: ServerTeamApiKeyCreation, options?: CallOptions): Call<CreatedTeamApiKey, RequestSchemaError | ApiError>
    (key: ServerUserApiKeyCreation, options?: CallOptions): Call<CreatedUserApiKey, ApiKeys.CreateError>
  }
  /** Lists a user's or team's keys, newest first, with expired and revoked ones. */
  readonly list: {
    (owner: OfTeam): Call<ReadonlyArray<ApiKeys.TeamApiKey>, RequestSchemaError | ApiError>
    (owner: CallOptions & { readonly userId: string; readonly teamId?: undefined }): Call<
      ReadonlyArray<ApiKeys.UserApiKey>,
      ApiKeys.ListError
    >
  }
  /** Gets a user's key, or with `{ teamId }` a team's. */
  readonly get: {
    (id: string, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.GetError>
    (id: string, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.GetError>
  }
  readonly update: {
    (id: string, changes: ApiKeys.ApiKeyUpdate, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.UpdateError>
    (id: string, changes: ApiKeys.ApiKeyUpdate, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.UpdateError>
  }
  /** Revokes a key for good, and returns it. */
  readonly revoke: {
    (id: string, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.RevokeError>
    (id: string, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.RevokeError>
  }
  /** Checks a key's value, and returns the key. Its errors explain why the key cannot be used. */
  readonly check: {
    (type: "user", value: Secret, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.CheckError>
    (type: "team", value: Secret, options?: CallOptions): Call<ApiKeys.TeamApiKey, ApiKeys.CheckError>
    (type: "user" | "team", value: Secret, options?: CallOptions): Call<
      ApiKeys.UserApiKey | ApiKeys.TeamApiKey,
      ApiKeys.CheckError
    >
  }
  /** Finds the key with a value. Returns `null` if it cannot be used. */
  readonly find: {
    (type: "user", value: Secret, options?: CallOptions): Call<ApiKeys.UserApiKey | null, ApiKeys.FindError>
    (type: "team", value: Secret, options?: CallOptions): Call<ApiKeys.TeamApiKey | null, ApiKeys.FindError>
    (type: "user" | "team", value: Secret, options?: CallOptions): Call<
      ApiKeys.UserApiKey | ApiKeys.TeamApiKey | null,
      ApiKeys.FindError
    >
  }
}

const teamNames = { teamId: true } as const

/** Sound, in all functions: `ApiKeys` selects the owner by `teamId`, and the overloads have both types. */
const ownerOf = (options: object | undefined): {} => options ?? {}

/** @internal */
export const apiKeys = /*#__PURE__*/ withNames<ServerApiKeys, Server>({
  create: (key) => Effect.map(ApiKeys.create(key), toPlainSecrets),
  list: (owner) => ApiKeys.list(owner),
  get: (id, options) => ApiKeys.get({ ...ownerOf(options), id }),
  update: (id, changes, options) => ApiKeys.update({ ...ownerOf(options), id }, changes),
  revoke: (id, options) => ApiKeys.revoke({ ...ownerOf(options), id }),
  check: (type, value) => ApiKeys.check(type, value),
  find: (type, value) => ApiKeys.find(type, value)
}, {
  check: [["user", "team"]],
  find: [["user", "team"]],
  create: [{ description: true, expiresAt: true, isPublic: true, userId: true, teamId: true }],
  list: [{ userId: true, teamId: true }],
  update: [null, fieldsOf(updateAsServer), teamNames],
  get: [null, teamNames],
  revoke: [null, teamNames]
})
