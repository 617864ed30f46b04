/**
 * What permissions there are, and who has which.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { TeamMembershipNotFound, TeamNotFound, TeamPermissionRequired } from "../wire/KnownErrors.ts"
import type { MemberRow, PermissionDefinitionRow, ProjectRow, TeamRow } from "./State.ts"

/**
 * The permissions in teams that every project has, and that nobody can change.
 *
 * @category constants
 * @since 0.1.0
 */
export const systemPermissions: ReadonlyArray<PermissionDefinitionRow> = /*#__PURE__*/ ([
  ["$delete_team", "Delete the team"],
  ["$invite_members", "Invite other users to the team"],
  ["$manage_api_keys", "Create and manage API keys of the team"],
  ["$read_members", "Read and list the members of the team"],
  ["$remove_members", "Remove members from the team"],
  ["$update_team", "Update the team information"]
] as const).map(([id, description]) => ({ scope: "team", id, description, containedPermissionIds: [] }))

/**
 * Finds the definition of a permission.
 *
 * @category getters
 * @since 0.1.0
 */
export const definitionOf = (project: ProjectRow, id: string): PermissionDefinitionRow | undefined =>
  project.permissionDefinitions.get(id) ?? systemPermissions.find((definition) => definition.id === id)

/**
 * Returns permissions and all that they contain, however deep, sorted. Ids without a definition are left out.
 *
 * @category getters
 * @since 0.1.0
 */
export const withContained = (project: ProjectRow, ids: Iterable<string>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (id: string) => {
    const definition = definitionOf(project, id)
    if (definition === undefined || found.has(id)) return
    found.add(id)
    definition.containedPermissionIds.forEach(visit)
  }
  for (const id of ids) visit(id)
  return [...found].sort()
}

/**
 * Finds a team.
 *
 * @category getters
 * @since 0.1.0
 */
export const findTeam = (project: ProjectRow, teamId: string): Effect.Effect<TeamRow, TeamNotFound> => {
  const team = project.teams.get(teamId)
  return team === undefined
    ? Effect.fail(new TeamNotFound({ message: `There is no team with the id ${teamId}`, details: { teamId } }))
    : Effect.succeed(team)
}

/**
 * Finds a team and a member of it. A team that does not exist has no members.
 *
 * @category getters
 * @since 0.1.0
 */
export const findMember = (
  project: ProjectRow,
  teamId: string,
  userId: string
): Effect.Effect<{ readonly team: TeamRow; readonly member: MemberRow }, TeamMembershipNotFound> => {
  const team = project.teams.get(teamId)
  const member = team?.members.get(userId)
  return team === undefined || member === undefined
    ? Effect.fail(
      new TeamMembershipNotFound({
        message: `The user ${userId} is no member of the team ${teamId}`,
        details: { teamId, userId }
      })
    )
    : Effect.succeed({ team, member })
}

/**
 * Finds a team whose member has a permission in it, be it granted directly or contained in another one.
 *
 * @category checks
 * @since 0.1.0
 */
export const requireTeamPermission = Effect.fnUntraced(function*(
  project: ProjectRow,
  teamId: string,
  userId: string,
  permissionId: string
): Effect.fn.Return<TeamRow, TeamMembershipNotFound | TeamPermissionRequired> {
  const { member, team } = yield* findMember(project, teamId, userId)
  if (withContained(project, member.permissions).includes(permissionId)) return team
  return yield* new TeamPermissionRequired({
    message: `The user ${userId} needs the permission ${permissionId} in the team ${teamId}`,
    details: { teamId, userId, permissionId }
  })
})

/**
 * Makes a user a member of a team, with the default permissions of members, or of creators.
 *
 * @category mutations
 * @since 0.1.0
 */
export const addMember = (
  project: ProjectRow,
  team: TeamRow,
  userId: string,
  as: "creator" | "member"
): MemberRow => {
  const { config } = project
  const member: MemberRow = {
    number: project.membershipCount++,
    displayName: null,
    profileImageUrl: null,
    permissions: new Set(
      as === "creator" ? config.teamCreatorDefaultPermissions : config.teamMemberDefaultPermissions
    )
  }
  team.members.set(userId, member)
  return member
}

/**
 * Ends the membership of a user in a team, which is the user's selected one no longer.
 *
 * @category mutations
 * @since 0.1.0
 */
export const removeMember = (project: ProjectRow, team: TeamRow, userId: string): void => {
  team.members.delete(userId)
  const user = project.users.get(userId)
  if (user?.selectedTeamId === team.id) user.selectedTeamId = null
}
