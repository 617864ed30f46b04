/** The signed-in user's teams, invitations and permissions. */
import * as Effect from "effect/Effect"
import * as Permissions from "../../account/Permissions.ts"
import type { TeamInvitation } from "../../account/TeamInvitations.ts"
import * as TeamInvitations from "../../account/TeamInvitations.ts"
import type { TeamMemberProfile } from "../../account/TeamMembers.ts"
import * as TeamMembers from "../../account/TeamMembers.ts"
import type { Team, TeamUpdate } from "../../account/Teams.ts"
import * as Teams from "../../account/Teams.ts"
import { stringifyId } from "../../call/ids.ts"
import { updateProfile } from "../../wire/teamMembers.ts"
import * as wire from "../../wire/teams.ts"
import { requireTeam } from "../requireTeam.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, item, withNames } from "../withNames.ts"
import type { Services } from "./Services.ts"

const codeNames = { code: true } as const

/** The user's teams. */
export interface TeamsGroup {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<Team>, Teams.ListError>
  readonly get: (teamId: string, options?: CallOptions) => Call<Team, Teams.GetError>
  /** Creates a team with the user as its admin, and selects it. */
  readonly create: (team: Teams.TeamCreation, options?: CallOptions) => Call<Team, Teams.CreateError>
  readonly update: (teamId: string, changes: TeamUpdate, options?: CallOptions) => Call<Team, Teams.UpdateError>
  readonly remove: (teamId: string, options?: CallOptions) => Call<void, Teams.RemoveError>
  readonly leave: (teamId: string, options?: CallOptions) => Call<void, Teams.LeaveError>
  /** Selects the user's current team, or none with `null`. Returns the user. */
  readonly select: (teamId: string | null, options?: CallOptions) => Call<Teams.User, Teams.SelectError>
}

/** @internal */
export const teams = /*#__PURE__*/ withNames<TeamsGroup, Services>({
  list: () => Teams.list,
  get: (teamId) => Teams.get(teamId),
  create: (team) => Teams.create(team),
  update: (teamId, changes) => Teams.update(teamId, changes),
  remove: (teamId) => Teams.remove(teamId),
  leave: (teamId) => Teams.leave(teamId),
  // Without a team, the change would be empty, and succeed.
  select: (teamId) => Teams.select(teamId === null ? null : stringifyId(teamId))
}, { create: [fieldsOf(wire.update)], update: [null, fieldsOf(wire.update)] })

/** A team's members. */
export interface Members {
  readonly list: (
    teamId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamMemberProfile>, TeamMembers.ListError>
  readonly get: (teamId: string, userId: string, options?: CallOptions) => Call<TeamMemberProfile, TeamMembers.GetError>
  readonly getOwn: (teamId: string, options?: CallOptions) => Call<TeamMemberProfile, TeamMembers.GetOwnError>
  /** Changes how the user appears in the team. */
  readonly updateOwn: (
    teamId: string,
    changes: TeamMembers.TeamMemberProfileUpdate,
    options?: CallOptions
  ) => Call<TeamMemberProfile, TeamMembers.UpdateOwnError>
  readonly remove: (teamId: string, userId: string, options?: CallOptions) => Call<void, TeamMembers.RemoveError>
}

/** @internal */
export const members = /*#__PURE__*/ withNames<Members, Services>({
  list: (teamId) => TeamMembers.list(teamId),
  get: (teamId, userId) => TeamMembers.get({ teamId, userId }),
  getOwn: (teamId) => TeamMembers.getOwn(teamId),
  updateOwn: (teamId, changes) => TeamMembers.updateOwn(teamId, changes),
  remove: (teamId, userId) => TeamMembers.remove({ teamId, userId })
}, { updateOwn: [null, fieldsOf(updateProfile)] })

/** Invitations to teams. */
export interface Invitations {
  /**
   * Emails a link to join a team. It opens `callbackUrl`, by default `urls.teamInvitation`, where `handleCallback()` returns the
   * invitation.
   */
  readonly send: (
    invitation: { readonly teamId: string; readonly email: string; readonly callbackUrl?: string | undefined },
    options?: CallOptions
  ) => Call<{ readonly id: string }, TeamInvitations.SendError>
  /** Lists a team's open invitations. */
  readonly list: (
    teamId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamInvitation>, TeamInvitations.ListError>
  /** Lists the invitations to the user's verified addresses. @generation 2026 */
  readonly listOwn: (options?: CallOptions) => Call<ReadonlyArray<TeamInvitation>, TeamInvitations.ListOwnError>
  readonly revoke: (
    invitation: { readonly teamId: string; readonly id: string },
    options?: CallOptions
  ) => Call<void, TeamInvitations.RevokeError>
  /** Joins the team by the id of one of the user's invitations. @generation 2026 */
  readonly acceptById: (id: string, options?: CallOptions) => Call<void, TeamInvitations.AcceptByIdError>
  /** Joins the team with the link's code. */
  readonly accept: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<void, TeamInvitations.AcceptError>
  /** Returns a link's team, without joining it. */
  readonly getDetails: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<TeamInvitations.TeamInvitationDetails, TeamInvitations.GetDetailsError>
  /** Checks a link's code without using it up. */
  readonly checkCode: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<void, TeamInvitations.CheckCodeError>
}

/** @internal */
export const invitations = /*#__PURE__*/ withNames<Invitations, Services>({
  send: (invitation) => TeamInvitations.send(invitation),
  list: (teamId) => TeamInvitations.list(teamId),
  listOwn: () => TeamInvitations.listOwn,
  revoke: (invitation) => TeamInvitations.revoke(invitation),
  acceptById: (id) => TeamInvitations.acceptById({ id }),
  accept: (link) => TeamInvitations.accept(link),
  getDetails: (link) => TeamInvitations.getDetails(link),
  checkCode: (link) => TeamInvitations.checkCode(link)
}, {
  send: [{ teamId: true, email: true, callbackUrl: true }],
  revoke: [item],
  accept: [codeNames],
  getDetails: [codeNames],
  checkCode: [codeNames]
})

/** Selects permissions by id. With `recursive: false`, selects only permissions that were granted directly. */
export type PermissionFilter = CallOptions & {
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

/** The user's permissions. To check one, use `auth.can`. */
export interface PermissionsGroup {
  /** Lists the permissions in teams: in the given one, or in all user teams. */
  readonly listInTeams: (
    filter?: PermissionFilter & { readonly teamId?: string | undefined }
  ) => Call<ReadonlyArray<Permissions.TeamPermission>, Permissions.ListInTeamsError>
  /** Lists the permissions in the project. */
  readonly listInProject: (
    filter?: PermissionFilter
  ) => Call<ReadonlyArray<Permissions.ProjectPermission>, Permissions.ListInProjectError>
}

/** @internal */
export const permissions = /*#__PURE__*/ withNames<PermissionsGroup, Services>({
  listInTeams: (filter = {}) =>
    // A team that is `undefined` must not list permissions in all teams.
    Permissions.listInTeams("teamId" in filter ? { ...filter, teamId: stringifyId(filter.teamId!) } : filter),
  listInProject: (filter) => Permissions.listInProject(filter)
}, {
  listInTeams: [{ permissionId: true, recursive: true, teamId: true }],
  listInProject: [{ permissionId: true, recursive: true }]
})

/** A permission check. */
export interface Can {
  /**
   * Returns `true` if the user has a permission, in a team or in the project. `false` if no user is signed in. Rejects if the answer
   * is not known, for example without a network.
   */
  readonly can: (
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
export const can = /*#__PURE__*/ withNames<Can, Services>({
  can: (permissionId, { recursive, ...options } = {}) =>
    Effect.catchTag(
      // A team that is `undefined` must not become a question about the project.
      "team" in options
        ? Permissions.hasInTeam({ permissionId, teamId: options.team!, recursive })
        : Effect.andThen(requireTeam(permissionId), Permissions.hasInProject({ permissionId, recursive })),
      "CannotGetOwnUserWithoutUser",
      () => Effect.succeed(false)
    )
}, { can: [null, { team: true, recursive: true }] })
