/** Users' permissions, in teams and in the project. `Server` explains the user id `me` and malformed ids. */
import * as Effect from "effect/Effect"
import type { Recursive } from "../account/Permissions.ts"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter } from "../call/filters.ts"
import { stringifyId } from "../call/ids.ts"
import { trace } from "../call/trace.ts"
import * as project from "../wire/projectPermissions.ts"
import * as team from "../wire/teamPermissions.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/**
 * A filter for permissions in the project. By default, a list includes the permissions that granted permissions
 * contain. `recursive: false` excludes them.
 */
export interface ProjectPermissionFilter {
  readonly userId?: string
  readonly permissionId?: string
  readonly recursive?: boolean | undefined
}

/** A filter for permissions in teams. */
export interface TeamPermissionFilter extends ProjectPermissionFilter {
  readonly teamId?: string
}

/** Errors from {@link listInTeams}. */
export type ListInTeamsError = Errors<typeof team.listAsServer>

/**
 * Lists permissions in teams, sorted by team, user and permission.
 *
 * **Example** (Users who may invite others to a team)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey/server"
 *
 * const inviters = (teamId: string) =>
 *   Permissions.listInTeams({ teamId, permissionId: "$invite_members" }).pipe(
 *     Effect.map((permissions) => permissions.map(({ userId }) => userId))
 *   )
 * ```
 */
export const listInTeams = (
  filter: TeamPermissionFilter = {}
): Effect.Effect<ReadonlyArray<team.TeamPermission>, ListInTeamsError, Server> =>
  trace("Permissions.listInTeams", Effect.flatMap(checkFilter(team.listAsServer, filter), () => fetchInTeams(filter)))

/** Errors from {@link listInProject}. */
export type ListInProjectError = Errors<typeof project.listAsServer>

/** Lists permissions in the project, sorted by user and permission. */
export const listInProject = (
  filter: ProjectPermissionFilter = {}
): Effect.Effect<ReadonlyArray<project.ProjectPermission>, ListInProjectError, Server> =>
  trace(
    "Permissions.listInProject",
    Effect.flatMap(checkFilter(project.listAsServer, filter), () => fetchInProject(filter))
  )

/** A user's permission in the project. */
export interface ProjectPermissionName {
  readonly userId: string
  readonly permissionId: string
}

/** A user's permission in a team. */
export interface TeamPermissionName extends ProjectPermissionName {
  readonly teamId: string
}

/** Errors from {@link hasInTeam}. */
export type HasInTeamError = Errors<typeof team.listAsServer>

/**
 * Returns `true` if a user has a permission in a team. Returns `false` if the user does not exist.
 *
 * **Example** (Checking a permission before an action)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Permissions } from "latchkey/server"
 *
 * const deleteInvoice = (invoice: { readonly teamId: string }, userId: string) =>
 *   Effect.gen(function*() {
 *     const mayDelete = yield* Permissions.hasInTeam({ teamId: invoice.teamId, userId, permissionId: "billing:delete" })
 *     return mayDelete ? "deleted" : "forbidden"
 *   })
 * ```
 */
export const hasInTeam = (
  permission: TeamPermissionName & Recursive
): Effect.Effect<boolean, HasInTeamError, Server> =>
  trace(
    "Permissions.hasInTeam",
    Effect.map(fetchInTeams({ teamId: stringifyId(permission.teamId), ...toFilter(permission) }), isNonEmpty)
  )

/** Errors from {@link hasInProject}. */
export type HasInProjectError = Errors<typeof project.listAsServer>

/** Returns `true` if a user has a permission in the project. Returns `false` if the user does not exist. */
export const hasInProject = (
  permission: ProjectPermissionName & Recursive
): Effect.Effect<boolean, HasInProjectError, Server> =>
  trace("Permissions.hasInProject", Effect.map(fetchInProject(toFilter(permission)), isNonEmpty))

/** Errors from {@link grantInTeam}. */
export type GrantInTeamError = Errors<typeof team.grant>

/** Grants a permission to a member of a team. Has no effect if the permission was already granted. */
export const grantInTeam = (
  permission: TeamPermissionName
): Effect.Effect<team.TeamPermission, GrantInTeamError, Server> =>
  trace("Permissions.grantInTeam", callAsServer(team.grant, { params: permission, payload: {} }))

/** Errors from {@link revokeInTeam}. */
export type RevokeInTeamError = Errors<typeof team.revoke>

/**
 * Revokes a permission of a member of a team. Fails with `TeamPermissionNotFound` if the permission was not granted
 * directly, but is contained in another one.
 */
export const revokeInTeam = (permission: TeamPermissionName): Effect.Effect<void, RevokeInTeamError, Server> =>
  trace("Permissions.revokeInTeam", Effect.asVoid(callAsServer(team.revoke, { params: permission })))

/** Errors from {@link grantInProject}. */
export type GrantInProjectError = Errors<typeof project.grant>

/** Grants a permission in the project to a user. Has no effect if the permission was already granted. */
export const grantInProject = (
  permission: ProjectPermissionName
): Effect.Effect<project.ProjectPermission, GrantInProjectError, Server> =>
  trace("Permissions.grantInProject", callAsServer(project.grant, { params: permission, payload: {} }))

/** Errors from {@link revokeInProject}. */
export type RevokeInProjectError = Errors<typeof project.revoke>

/**
 * Revokes a permission of a user in the project. Fails with `PermissionNotFound` if the permission was not granted
 * directly, but is contained in another one.
 */
export const revokeInProject = (permission: ProjectPermissionName): Effect.Effect<void, RevokeInProjectError, Server> =>
  trace("Permissions.revokeInProject", Effect.asVoid(callAsServer(project.revoke, { params: permission })))

const toFilter = ({ permissionId, recursive, userId }: ProjectPermissionName & Recursive): ProjectPermissionFilter => ({
  userId: stringifyId(userId),
  permissionId: stringifyId(permissionId),
  recursive
})

const isNonEmpty = (permissions: ReadonlyArray<unknown>): boolean => permissions.length > 0

// `recursive` is always sent: the service's default is `false`.
const fetchInTeams = ({ recursive = true, ...query }: TeamPermissionFilter) =>
  takeItems(callAsServer(team.listAsServer, { query: { ...query, recursive } }))

const fetchInProject = ({ recursive = true, ...query }: ProjectPermissionFilter) =>
  takeItems(callAsServer(project.listAsServer, { query: { ...query, recursive } }))

export type { Recursive } from "../account/Permissions.ts"
export type { ProjectPermission } from "../wire/projectPermissions.ts"
export type { TeamPermission } from "../wire/teamPermissions.ts"
