/**
 * The teams of the project, as a server manages them.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teams.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the teams of a user, or all teams, oldest first. A user whom nobody knows has none.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (options?: { readonly userId?: string | undefined }) => Effect.Effect<
  ReadonlyArray<wire.ServerTeam>,
  ListError,
  Server
> = ({ userId } = {}) =>
  trace("Teams.list", Effect.map(callAsServer(wire.listAsServer, { query: { userId } }), ({ items }) => items))

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Gets a team by id, a UUID.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (teamId: string) => Effect.Effect<
  wire.ServerTeam,
  GetError,
  Server
> = (teamId) => trace("Teams.get", callAsServer(wire.readAsServer, { params: { teamId } }))

/**
 * The errors of {@link getByApiKey}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetByApiKeyError = KnownErrors.RequestSchemaError | ApiError

/**
 * Finds the team that owns the API key of a value. A key that is unknown, revoked, expired or a user's is no team's:
 * `null`.
 *
 * @category reading
 * @since 0.1.0
 */
export const getByApiKey: (value: Secret) => Effect.Effect<
  wire.ServerTeam | null,
  GetByApiKeyError,
  Server
> = (value) =>
  trace(
    "Teams.getByApiKey",
    Effect.flatMap(ApiKeys.find("team", value), (key) =>
      key === null
        ? Effect.succeed(null)
        : Effect.catchTag(get(key.teamId), "TeamNotFound", () => Effect.succeed(null)))
  )

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError =
  | KnownErrors.UserNotFound
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Creates a team. The project's switch for teams of users does not matter here, and nobody's selected team changes.
 *
 * **Example** (A team for two)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamMembers, Teams } from "latchkey/server"
 *
 * const found = (founderId: string, partnerId: string) =>
 *   Effect.gen(function*() {
 *     const team = yield* Teams.create({ displayName: "Analytical Engines", creatorUserId: founderId })
 *     yield* TeamMembers.add({ teamId: team.id, userId: partnerId })
 *     return team
 *   })
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (team: wire.ServerTeamCreation) => Effect.Effect<
  wire.ServerTeam,
  CreateError,
  Server
> = (payload) => trace("Teams.create", callAsServer(wire.createAsServer, { query: {}, payload }))

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError = KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Changes a team, and returns it as it is then. A field that is left out stays as it is.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (teamId: string, changes: wire.ServerTeamUpdate) => Effect.Effect<
  wire.ServerTeam,
  UpdateError,
  Server
> = (teamId, payload) => trace("Teams.update", callAsServer(wire.updateAsServer, { params: { teamId }, payload }))

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Deletes a team, with its memberships. Users who had it selected have none selected then.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (teamId: string) => Effect.Effect<
  void,
  RemoveError,
  Server
> = (teamId) => trace("Teams.remove", Effect.asVoid(callAsServer(wire.removeAsServer, { params: { teamId } })))

/** @since 0.1.0 */
export type { ServerTeam, ServerTeamCreation, ServerTeamUpdate, Team } from "../wire/teams.ts"
