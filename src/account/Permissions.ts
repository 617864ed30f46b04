/**
 * The signed-in user's permissions, in teams and in the project.
 *
 * A permission can contain others. By default, `team_admin` contains `$update_team`, for example.
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { isFilter, rejectNoObject } from "../call/filters.ts"
import { stringifyId } from "../call/ids.ts"
import { trace } from "../call/trace.ts"
import { batch } from "../session/batch.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import * as project from "../wire/projectPermissions.ts"
import * as team from "../wire/teamPermissions.ts"
import { takeItems } from "./takeItems.ts"

/**
 * Filters a permission list. Without `permissionId`, the list contains all permissions. `recursive` is `true` by default,
 * which includes the permissions contained in granted ones.
 */
export interface ProjectPermissionFilter {
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

/** Filters a list with team permissions. Without `teamId`, it contains those in all the user's teams. */
export interface TeamPermissionFilter extends ProjectPermissionFilter {
  readonly teamId?: string | undefined
}

/** A permission in the project. */
export interface ProjectPermissionName {
  readonly permissionId: string
}

/** A permission in a team. */
export interface TeamPermissionName extends ProjectPermissionName {
  readonly teamId: string
}

/** `false` excludes permissions that are only contained in granted ones. `true` by default. */
export interface Recursive {
  readonly recursive?: boolean | undefined
}

/** Errors from {@link listInTeams}. */
export type ListInTeamsError = Errors<typeof team.list>

/**
 * Lists the user's permissions in teams, sorted by team and permission. The list is empty for a team that the user is
 * not in.
 *
 * **Example** (The teams that the user can rename)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey"
 *
 * const renamable = Permissions.listInTeams({ permissionId: "$update_team" }).pipe(
 *   Effect.map((permissions) => permissions.map(({ teamId }) => teamId))
 * )
 * ```
 */
export const listInTeams = (
  filter: TeamPermissionFilter = {}
): Effect.Effect<ReadonlyArray<team.TeamPermission>, ListInTeamsError, Client> =>
  trace("Permissions.listInTeams", isFilter(filter) ? fetchInTeams(filter) : rejectNoObject)

/** Errors from {@link hasInTeam}. */
export type HasInTeamError = Errors<typeof team.list>

/**
 * Returns `true` if the user has a permission in a team. Checks in the same tick share one request.
 *
 * **Example** (A button for members with a permission)
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
 */
export const hasInTeam = (
  { permissionId, recursive, teamId }: TeamPermissionName & Recursive
): Effect.Effect<boolean, HasInTeamError, Client> =>
  trace(
    "Permissions.hasInTeam",
    batchCheck(
      "latchkey/teamPermissions",
      fetchInTeams,
      { teamId: stringifyId(teamId), permissionId: stringifyId(permissionId), recursive },
      (permission) => permission.id === permissionId && permission.teamId === teamId.toLowerCase()
    )
  )

/** Errors from {@link listInProject}. */
export type ListInProjectError = Errors<typeof project.list>

/** Lists the user's permissions in the project, sorted by id. */
export const listInProject = (
  filter: ProjectPermissionFilter = {}
): Effect.Effect<ReadonlyArray<project.ProjectPermission>, ListInProjectError, Client> =>
  trace("Permissions.listInProject", isFilter(filter) ? fetchInProject(filter) : rejectNoObject)

/** Errors from {@link hasInProject}. */
export type HasInProjectError = Errors<typeof project.list>

/** Returns `true` if the user has a permission in the project. Checks in the same tick share one request. */
export const hasInProject = (
  { permissionId, recursive }: ProjectPermissionName & Recursive
): Effect.Effect<boolean, HasInProjectError, Client> =>
  trace(
    "Permissions.hasInProject",
    batchCheck(
      "latchkey/projectPermissions",
      fetchInProject,
      { permissionId: stringifyId(permissionId), recursive },
      (permission) => permission.id === permissionId
    )
  )

/**
 * Batches all checks in one tick into one list. A single check sends its whole filter. Several checks send the fields that
 * they have in common.
 */
const batchCheck = <Filter extends TeamPermissionFilter, Permission, E>(
  name: string,
  list: (filter: Filter) => Effect.Effect<ReadonlyArray<Permission>, E, Client>,
  filter: Filter,
  matches: (permission: Permission) => boolean
): Effect.Effect<boolean, E, Client> =>
  Effect.flatMap(Client, (client) =>
    Effect.map(
      batch(
        client,
        `${name}/${filter.recursive ?? true}`,
        filter,
        (filters) => Effect.provideService(list(mergeFilters(filters)), Client, client)
      ),
      ({ isAlone, value }) => isAlone ? value.length > 0 : value.some(matches)
    ))

/** Returns the fields that are equal in all filters. */
const mergeFilters = <Filter extends TeamPermissionFilter>(filters: ReadonlyArray<Filter>): Filter =>
  filters.reduce((a, b) => ({
    ...a,
    teamId: a.teamId === b.teamId ? a.teamId : undefined,
    permissionId: a.permissionId === b.permissionId ? a.permissionId : undefined
  }))

// `recursive` is always sent, because the service defaults to `false`.
const fetchInTeams = ({ recursive = true, ...query }: TeamPermissionFilter = {}) =>
  takeItems(callAsClient(team.list, { query: { ...query, recursive, userId: "me" } }))

const fetchInProject = ({ recursive = true, ...query }: ProjectPermissionFilter = {}) =>
  takeItems(callAsClient(project.list, { query: { ...query, recursive, userId: "me" } }))

export type { ProjectPermission } from "../wire/projectPermissions.ts"

export type { TeamPermission } from "../wire/teamPermissions.ts"
