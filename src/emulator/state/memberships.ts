/**
 * Each user's teams.
 *
 * The index is derived from the team members: on first use, and then with each change. The state does not contain it.
 */
import type { ProjectRow, TeamRow } from "./rows.ts"

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

/** Updates the index after a user has joined a team. */
export const recordJoined = (project: ProjectRow, team: TeamRow, userId: string): void =>
  add(indexOf(project), team, userId)

/** Updates the index after a user has left a team. */
export const recordLeft = (project: ProjectRow, team: TeamRow, userId: string): void => {
  const { teamsByUser } = indexOf(project)
  const teams = teamsByUser.get(userId)
  teams?.delete(team)
  if (teams?.size === 0) teamsByUser.delete(userId)
}
