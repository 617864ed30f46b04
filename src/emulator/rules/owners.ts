/**
 * Project owners, who are users in the project `internal`.
 *
 * Before 2026, a user's metadata lists the projects that the user owns. Since 2026, projects are owned by teams.
 */
import * as Effect from "effect/Effect"
import { isObject } from "../../wire/Json.ts"
import { joinTeam } from "../state/memberships.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"

export const listOwnedProjectIds = (state: ServiceState, user: UserRow): ReadonlyArray<string> => {
  if (state.generation === "2025") return getManagedIds(user)
  const internal = state.get("internal")
  const isOwned = ({ ownerTeamId }: ProjectRow) =>
    ownerTeamId !== null && internal?.teams.get(ownerTeamId)?.members.has(user.id) === true
  return [...state.values()].filter(isOwned).sort((a, b) => a.createdAtMillis - b.createdAtMillis).map(({ id }) => id)
}

const getManagedIds = ({ serverMetadata }: UserRow): ReadonlyArray<string> => {
  const ids = isObject(serverMetadata) ? serverMetadata["managedProjectIds"] : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []
}

const setManagedIds = (user: UserRow, ids: ReadonlyArray<string>): void => {
  user.serverMetadata = { ...(isObject(user.serverMetadata) ? user.serverMetadata : {}), managedProjectIds: ids }
}

/** Adds a project to the projects owned by a user in `internal`. Before 2026 only. */
export const addManagedId = (user: UserRow, id: string): void => setManagedIds(user, [...getManagedIds(user), id])

/** Gives the projects in users' metadata to the users' teams, since 2026. A second owner joins the team of the first. */
export const assignManagedProjects = Effect.fnUntraced(function*(state: ServiceState, users: Iterable<UserRow>) {
  const internal = state.get("internal")
  if (state.generation === "2025" || internal === undefined) return
  for (const user of users) {
    const own = [...internal.teams.values()].find(({ members }) => members.has(user.id))
    for (const id of getManagedIds(user)) {
      const project = state.get(id)
      if (project === undefined) continue
      const team = internal.teams.get(project.ownerTeamId ?? "") ?? own
      if (team === undefined) continue
      project.ownerTeamId = team.id
      if (!team.members.has(user.id)) yield* Effect.orDie(joinTeam(internal, team, user.id, "member"))
    }
  }
})

/** Deletes a project with all its rows, and removes it from its owners' metadata. */
export const deleteProject = (state: ServiceState, { id }: ProjectRow): void => {
  state.delete(id)
  for (const user of state.get("internal")?.users.values() ?? []) {
    const managedIds = getManagedIds(user)
    if (managedIds.includes(id)) setManagedIds(user, managedIds.filter((other) => other !== id))
  }
}
