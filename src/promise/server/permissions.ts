/** `server.permissions` and `server.can`. */
import * as Effect from "effect/Effect"
import * as Permissions from "../../server/Permissions.ts"
import type { Server } from "../../server/ServerService.ts"
import { requireTeam } from "../requireTeam.ts"
import type { Call, CallOptions } from "../Result.ts"
import { withNames } from "../withNames.ts"

/** The user permissions, in teams and in the project. To check one, use `server.can`. */
export interface ServerPermissions {
  /** Lists permissions in teams: for one team, one user, or all. */
  readonly listInTeams: (
    filter?: Permissions.TeamPermissionFilter & CallOptions
  ) => Call<ReadonlyArray<Permissions.TeamPermission>, Permissions.ListInTeamsError>
  /** Lists permissions in the project: for one user, or all. */
  readonly listInProject: (
    filter?: Permissions.ProjectPermissionFilter & CallOptions
  ) => Call<ReadonlyArray<Permissions.ProjectPermission>, Permissions.ListInProjectError>
  /** Grants a permission to a team member. */
  readonly grantInTeam: (
    teamId: string,
    userId: string,
    permissionId: string,
    options?: CallOptions
  ) => Call<Permissions.TeamPermission, Permissions.GrantInTeamError>
  /** Revokes a member's permission. `TEAM_PERMISSION_NOT_FOUND` if it was not granted directly. */
  readonly revokeInTeam: (
    teamId: string,
    userId: string,
    permissionId: string,
    options?: CallOptions
  ) => Call<void, Permissions.RevokeInTeamError>
  /** Grants a permission in the project to a user. */
  readonly grantInProject: (
    userId: string,
    permissionId: string,
    options?: CallOptions
  ) => Call<Permissions.ProjectPermission, Permissions.GrantInProjectError>
  /** Revokes a permission in the project. `PERMISSION_NOT_FOUND` if it was not granted directly. */
  readonly revokeInProject: (
    userId: string,
    permissionId: string,
    options?: CallOptions
  ) => Call<void, Permissions.RevokeInProjectError>
}

/** @internal */
export const permissions = /*#__PURE__*/ withNames<ServerPermissions, Server>({
  listInTeams: (filter) => Permissions.listInTeams(filter),
  listInProject: (filter) => Permissions.listInProject(filter),
  grantInTeam: (teamId, userId, permissionId) => Permissions.grantInTeam({ teamId, userId, permissionId }),
  revokeInTeam: (teamId, userId, permissionId) => Permissions.revokeInTeam({ teamId, userId, permissionId }),
  grantInProject: (userId, permissionId) => Permissions.grantInProject({ userId, permissionId }),
  revokeInProject: (userId, permissionId) => Permissions.revokeInProject({ userId, permissionId })
}, {
  listInTeams: [{ teamId: true, userId: true, permissionId: true, recursive: true }],
  listInProject: [{ userId: true, permissionId: true, recursive: true }]
})

/** A permission check. */
export interface ServerCan {
  /**
   * Returns `true` if a user has a permission, in a team or in the project. `false` if the user does not exist. Rejects if the
   * answer is not known, for example without a network.
   */
  readonly can: (
    userId: string,
    permission: string,
    options?: CallOptions & {
      /** A team's id. Without it, the permission is in the project. */
      readonly team?: string
      /** `false` ignores permissions that are only contained in granted ones. */
      readonly recursive?: boolean | undefined
    }
  ) => Promise<boolean>
}

/** @internal */
export const can = /*#__PURE__*/ withNames<ServerCan, Server>({
  can: (userId, permissionId, { recursive, ...options } = {}) =>
    // A team that is `undefined` must not check a permission in the project.
    "team" in options
      ? Permissions.hasInTeam({ userId, permissionId, teamId: options.team!, recursive })
      : Effect.andThen(requireTeam(permissionId), Permissions.hasInProject({ userId, permissionId, recursive }))
}, { can: [null, null, { team: true, recursive: true }] })
