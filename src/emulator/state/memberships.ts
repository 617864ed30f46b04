/** Operations on team memberships. An index of each user's teams is derived on first use, and then with each change. */
import * as Effect from "effect/Effect"
import type { Rejection } from "../requests/http.ts"
import { resolveDefaultPermissions } from "../rules/permissions.ts"
import { reportEvent } from "../webhooks/rows.ts"
import type { MemberRow, ProjectRow, TeamRow } from "./rows.ts"

interface Memberships {
  readonly teamsByUser: Map<string, Set<TeamRow>>
  readonly positions: WeakMap<TeamRow, number>
  teamCount: number
}

const indexes = /*#__PURE__*/ new WeakMap<ProjectRow, Memberships>()

const indexOf = (project: ProjectRow): Memberships => {
  const known = indexes.get(project)
  if (known !== undefined) return known
  const index: Memberships = { teamsByUser: new Map(), positions: new WeakMap(), teamCount: 0 }
  for (const team of project.teams.values()) {
    index.positions.set(team, index.teamCount++)
    for (const userId of team.members.keys()) add(index, team, userId)
  }
  indexes.set(project, index)
  return index
}

const add = ({ teamsByUser }: Memberships, team: TeamRow, userId: string): void => {
  const teams = teamsByUser.get(userId)
  if (teams === undefined) teamsByUser.set(userId, new Set([team]))
  else teams.add(team)
}

/** Returns a user's teams in creation order. */
export const listTeamsOf = (project: ProjectRow, userId: string): ReadonlyArray<TeamRow> => {
  const { positions, teamsByUser } = indexOf(project)
  // Sound: each team in the index has a position.
  return [...teamsByUser.get(userId) ?? []].sort((a, b) => positions.get(a)! - positions.get(b)!)
}

/** Returns the team with an id, a user's teams, or all teams, in creation order. */
export const selectTeams = (project: ProjectRow, teamId: string | undefined, userId: string | undefined) => {
  if (teamId !== undefined) return [project.teams.get(teamId) ?? []].flat()
  return userId === undefined ? [...project.teams.values()] : listTeamsOf(project, userId)
}

/** Creates a project's index, so that the first request does not wait for it. */
export const prepareIndex = (project: ProjectRow): void => {
  indexOf(project)
}

/** Adds a team to a project, with its members. */
export const insertTeam = (project: ProjectRow, team: TeamRow): void => {
  const index = indexOf(project)
  if (!index.positions.has(team)) index.positions.set(team, index.teamCount++)
  for (const userId of team.members.keys()) add(index, team, userId)
  project.teams.set(team.id, team)
}

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
  add(indexOf(project), team, userId)
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
  const { teamsByUser } = indexOf(project)
  const teams = teamsByUser.get(userId)
  teams?.delete(team)
  if (teams?.size === 0) teamsByUser.delete(userId)
  const user = project.users.get(userId)
  if (user?.selectedTeamId === team.id) user.selectedTeamId = null
}
