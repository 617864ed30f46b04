/** Operations on team memberships. */
import * as Effect from "effect/Effect"
import type { Rejection } from "../requests/http.ts"
import { resolveDefaultPermissions } from "../rules/permissions.ts"
import { reportEvent } from "../webhooks/rows.ts"
import { recordJoined, recordLeft } from "./memberships.ts"
import type { MemberRow, ProjectRow, TeamRow } from "./rows.ts"

/** Adds a user to a team, with the default permissions for members or creators. */
export const joinTeam = Effect.fnUntraced(function*(
  project: ProjectRow,
  team: TeamRow,
  userId: string,
  as: "creator" | "member"
): Effect.fn.Return<MemberRow, Rejection> {
  const permissions = new Set(yield* resolveDefaultPermissions(project, as))
  const member: MemberRow = { number: project.membershipCount++, displayName: null, profileImageUrl: null, permissions }
  team.members.set(userId, member)
  recordJoined(project, team, userId)
  return member
})

/** Adds a user to a team as a member, and reports the membership and its permissions. */
export const addMember = Effect.fnUntraced(function*(project: ProjectRow, team: TeamRow, userId: string) {
  const { permissions } = yield* joinTeam(project, team, userId, "member")
  reportEvent(project, "team_membership.created", () => ({ teamId: team.id, userId }))
  for (const id of permissions) reportEvent(project, "team_permission.created", () => ({ id, teamId: team.id, userId }))
})

/** Removes a user from a team. If it was the user's selected team, no team is selected. */
export const removeMember = (project: ProjectRow, team: TeamRow, userId: string): void => {
  team.members.delete(userId)
  recordLeft(project, team, userId)
  const user = project.users.get(userId)
  if (user?.selectedTeamId === team.id) user.selectedTeamId = null
}
