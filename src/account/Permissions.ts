/**
 * What the user who is signed in may do: in a team, and in the project.
 *
 * A permission may contain others. Whoever has `team_admin` in a team, as a project defines it at first, has
 * `$update_team` too, the right to change the team.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { stringifyId } from "../call/ids.ts"
import { trace } from "../call/trace.ts"
import { batch } from "../session/batch.ts"
import { callAsClient, Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as project from "../wire/projectPermissions.ts"
import * as team from "../wire/teamPermissions.ts"

/**
 * Which permissions of the user a list shows: one permission or all of them. Without `recursive`, only those that were
 * granted directly; with it, which is the default, also those that the granted ones contain.
 *
 * @category options
 * @since 0.1.0
 */
export interface ProjectPermissionFilter {
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

/**
 * The same for permissions in one team or in all teams of the user.
 *
 * @category options
 * @since 0.1.0
 */
export interface TeamPermissionFilter extends ProjectPermissionFilter {
  readonly teamId?: string | undefined
}

/**
 * Names a permission of the user in the project.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectPermissionName {
  readonly permissionId: string
}

/**
 * Names a permission of the user in a team.
 *
 * @category models
 * @since 0.1.0
 */
export interface TeamPermissionName extends ProjectPermissionName {
  readonly teamId: string
}

/**
 * Whether a permission counts that another one contains. It does unless this is `false`.
 *
 * @category options
 * @since 0.1.0
 */
export interface Recursive {
  readonly recursive?: boolean | undefined
}

/**
 * The errors of {@link listInTeams}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListInTeamsError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the user's permissions in teams, sorted by team and permission. In a team that the user is no member of, there are
 * none.
 *
 * **Example** (The teams that the user may rename)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey"
 *
 * const renamable = Permissions.listInTeams({ permissionId: "$update_team" }).pipe(
 *   Effect.map((permissions) => permissions.map(({ teamId }) => teamId))
 * )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const listInTeams: (filter?: TeamPermissionFilter) => Effect.Effect<
  ReadonlyArray<team.TeamPermission>,
  ListInTeamsError,
  Client
> = (filter) => trace("Permissions.listInTeams", fetchInTeams(filter))

/**
 * The errors of {@link hasInTeam}.
 *
 * @category errors
 * @since 0.1.0
 */
export type HasInTeamError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Says whether the user has a permission in a team. Questions that are asked at the same moment, such as by the parts of a
 * page, are one request.
 *
 * **Example** (A button for those who may press it)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey"
 *
 * const inviteButton = (teamId: string) =>
 *   Effect.map(
 *     Permissions.hasInTeam({ teamId, permissionId: "$invite_members" }),
 *     (mayInvite) => mayInvite ? "<button>Invite</button>" : ""
 *   )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const hasInTeam: (permission: TeamPermissionName & Recursive) => Effect.Effect<
  boolean,
  HasInTeamError,
  Client
> = ({ permissionId, recursive, teamId }) =>
  trace(
    "Permissions.hasInTeam",
    together(
      "latchkey/teamPermissions",
      fetchInTeams,
      { teamId: stringifyId(teamId), permissionId: stringifyId(permissionId), recursive },
      (permission) => permission.id === permissionId && permission.teamId === teamId.toLowerCase()
    )
  )

/**
 * The errors of {@link listInProject}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListInProjectError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the user's permissions in the project, sorted by id.
 *
 * @category reading
 * @since 0.1.0
 */
export const listInProject: (filter?: ProjectPermissionFilter) => Effect.Effect<
  ReadonlyArray<project.ProjectPermission>,
  ListInProjectError,
  Client
> = (filter) => trace("Permissions.listInProject", fetchInProject(filter))

/**
 * The errors of {@link hasInProject}.
 *
 * @category errors
 * @since 0.1.0
 */
export type HasInProjectError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Says whether the user has a permission in the project. Questions that are asked at the same moment are one request.
 *
 * @category reading
 * @since 0.1.0
 */
export const hasInProject: (permission: ProjectPermissionName & Recursive) => Effect.Effect<
  boolean,
  HasInProjectError,
  Client
> = ({ permissionId, recursive }) =>
  trace(
    "Permissions.hasInProject",
    together(
      "latchkey/projectPermissions",
      fetchInProject,
      { permissionId: stringifyId(permissionId), recursive },
      (permission) => permission.id === permissionId
    )
  )

/**
 * Answers a question about permissions with one list for all that are asked in the same moment. A single one asks for no
 * more than it needs; several ask for what they have in common.
 */
const together = <Filter extends TeamPermissionFilter, Permission, E>(
  name: string,
  list: (filter: Filter) => Effect.Effect<ReadonlyArray<Permission>, E, Client>,
  filter: Filter,
  isMeant: (permission: Permission) => boolean
): Effect.Effect<boolean, E, Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.map(
      batch(
        client,
        `${name}/${filter.recursive ?? true}`,
        filter,
        (filters) => Effect.provideService(list(common(filters)), Client, client)
      ),
      ({ isAlone, value }) => isAlone ? value.length > 0 : value.some(isMeant)
    ))

/** What all filters say alike; where they differ, nothing is said. */
const common = <Filter extends TeamPermissionFilter>(filters: ReadonlyArray<Filter>): Filter =>
  filters.reduce((a, b) => ({
    ...a,
    teamId: a.teamId === b.teamId ? a.teamId : undefined,
    permissionId: a.permissionId === b.permissionId ? a.permissionId : undefined
  }))

// Whether it is recursive is always said: left out, the service would take it for `false`.
const fetchInTeams = ({ recursive = true, ...query }: TeamPermissionFilter = {}) =>
  Effect.map(
    callAsClient(team.list, { query: { ...query, recursive, userId: "me" } }),
    ({ items }) => items
  )

const fetchInProject = ({ recursive = true, ...query }: ProjectPermissionFilter = {}) =>
  Effect.map(
    callAsClient(project.list, { query: { ...query, recursive, userId: "me" } }),
    ({ items }) => items
  )

/** @since 0.1.0 */
export type { ProjectPermission } from "../wire/projectPermissions.ts"

/** @since 0.1.0 */
export type { TeamPermission } from "../wire/teamPermissions.ts"
