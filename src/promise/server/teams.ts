/** `server.teams` and `server.invitations`. */
import type { Secret } from "../../platform/toRedacted.ts"
import type { Server } from "../../server/ServerService.ts"
import * as TeamInvitations from "../../server/TeamInvitations.ts"
import * as TeamMembers from "../../server/TeamMembers.ts"
import * as Teams from "../../server/Teams.ts"
import { updateProfileAsServer } from "../../wire/teamMembers.ts"
import * as wire from "../../wire/teams.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, item, withNames } from "../withNames.ts"

/**
 * The project's teams.
 *
 * **Example** (A team for two)
 *
 * ```ts
 * import type { ServerClient } from "latchkey/promise/server"
 *
 * export const startTeam = async (server: ServerClient, founderId: string, partnerId: string) => {
 *   const team = await server.teams.create({ displayName: "Analytical Engines", creatorUserId: founderId }).orThrow()
 *   await server.teams.members.add(team.id, partnerId).orThrow()
 *   return team
 * }
 * ```
 */
export interface ServerTeams {
  /** Lists a user's teams, or all teams, oldest first. Reads all pages. */
  readonly list: (
    filter?: Teams.TeamFilter & CallOptions
  ) => Call<ReadonlyArray<Teams.ServerTeam>, Teams.ListError>
  /** Returns a page of teams. Pass `nextCursor` as `cursor` to get the next one. Services after 2.8.86. */
  readonly listPage: (
    options: Teams.ListPageOptions & CallOptions
  ) => Call<Teams.Page<Teams.ServerTeam>, Teams.ListError>
  readonly get: (teamId: string, options?: CallOptions) => Call<Teams.ServerTeam, Teams.GetError>
  /** Finds the team that owns an API key. Returns `null` if the key cannot be used, or belongs to a user. */
  readonly getByApiKey: (key: Secret, options?: CallOptions) => Call<Teams.ServerTeam | null, Teams.GetByApiKeyError>
  /** Creates a team, with its first member if `creatorUserId` is given. */
  readonly create: (team: Teams.ServerTeamCreation, options?: CallOptions) => Call<Teams.ServerTeam, Teams.CreateError>
  /** Changes a team, and returns it. Omitted fields stay unchanged. */
  readonly update: (
    teamId: string,
    changes: Teams.ServerTeamUpdate,
    options?: CallOptions
  ) => Call<Teams.ServerTeam, Teams.UpdateError>
  readonly remove: (teamId: string, options?: CallOptions) => Call<void, Teams.RemoveError>
}

const filterNames = { userId: true, query: true, orderBy: true, desc: true } as const

/** @internal */
export const teams = /*#__PURE__*/ withNames<ServerTeams, Server>({
  list: (filter) => Teams.list(filter),
  listPage: (options) => Teams.listPage(options),
  get: (teamId) => Teams.get(teamId),
  getByApiKey: (key) => Teams.getByApiKey(key),
  create: (team) => Teams.create(team),
  update: (teamId, changes) => Teams.update(teamId, changes),
  remove: (teamId) => Teams.remove(teamId)
}, {
  list: [filterNames],
  listPage: [{ ...filterNames, limit: true, cursor: true }],
  create: [fieldsOf(wire.createAsServer)],
  update: [null, fieldsOf(wire.updateAsServer)]
})

/** The team members. */
export interface ServerMembers {
  /** Lists a team's members with their users, in the order in which they joined. */
  readonly list: (
    teamId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamMembers.ServerTeamMemberProfile>, TeamMembers.ListError>
  /** Lists a user's memberships. */
  readonly listForUser: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamMembers.ServerTeamMemberProfile>, TeamMembers.ListError>
  /** Lists the members in all teams. */
  readonly listAll: (
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamMembers.ServerTeamMemberProfile>, TeamMembers.ListError>
  readonly get: (
    teamId: string,
    userId: string,
    options?: CallOptions
  ) => Call<TeamMembers.ServerTeamMemberProfile, TeamMembers.GetError>
  /** Changes how the user appears in the team. */
  readonly update: (
    teamId: string,
    userId: string,
    changes: TeamMembers.TeamMemberProfileUpdate,
    options?: CallOptions
  ) => Call<TeamMembers.ServerTeamMemberProfile, TeamMembers.UpdateError>
  /** Adds a user to a team, with the project's default member permissions. */
  readonly add: (teamId: string, userId: string, options?: CallOptions) => Call<void, TeamMembers.AddError>
  readonly remove: (teamId: string, userId: string, options?: CallOptions) => Call<void, TeamMembers.RemoveError>
}

/** @internal */
export const members = /*#__PURE__*/ withNames<ServerMembers, Server>({
  list: (teamId) => TeamMembers.list({ teamId }),
  listForUser: (userId) => TeamMembers.list({ userId }),
  listAll: () => TeamMembers.list(),
  get: (teamId, userId) => TeamMembers.get({ teamId, userId }),
  update: (teamId, userId, changes) => TeamMembers.update({ teamId, userId }, changes),
  add: (teamId, userId) => TeamMembers.add({ teamId, userId }),
  remove: (teamId, userId) => TeamMembers.remove({ teamId, userId })
}, { update: [null, null, fieldsOf(updateProfileAsServer)] })

/** Invitations to teams. */
export interface ServerInvitations {
  /** Emails a link to join a team, which is valid for 7 days. It opens `callbackUrl` with a `code`. */
  readonly send: (
    invitation: TeamInvitations.TeamInvitationCreation,
    options?: CallOptions
  ) => Call<{ readonly id: string }, TeamInvitations.SendError>
  /** Lists a team's open invitations. */
  readonly list: (
    teamId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamInvitations.TeamInvitation>, TeamInvitations.ListError>
  /** Lists the open invitations to a user's verified addresses. @generation 2026 */
  readonly listForUser: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<TeamInvitations.TeamInvitation>, TeamInvitations.ListForUserError>
  /** Accepts an invitation from `listForUser` for the user. `teams.members.add` needs no invitation. @generation 2026 */
  readonly acceptById: (
    userId: string,
    id: string,
    options?: CallOptions
  ) => Call<void, TeamInvitations.AcceptByIdError>
  readonly revoke: (
    invitation: { readonly teamId: string; readonly id: string },
    options?: CallOptions
  ) => Call<void, TeamInvitations.RevokeError>
}

/** @internal */
export const invitations = /*#__PURE__*/ withNames<ServerInvitations, Server>({
  send: (invitation) => TeamInvitations.send(invitation),
  list: (teamId) => TeamInvitations.list(teamId),
  listForUser: (userId) => TeamInvitations.listForUser(userId),
  acceptById: (userId, id) => TeamInvitations.acceptById({ userId, id }),
  revoke: (invitation) => TeamInvitations.revoke(invitation)
}, { send: [{ teamId: true, email: true, callbackUrl: true }], revoke: [item] })
