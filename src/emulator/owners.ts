/**
 * Owners of projects: users of the project `internal`.
 *
 * Before 2026, a user owns the projects that the user's metadata lists. Since then, the members of a team own the projects of the
 * team.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { isObject } from "../wire/Json.ts"
import { joinTeam } from "./memberRows.ts"
import type { ProjectRow, UserRow } from "./rows.ts"
import type { ServiceState } from "./ServiceState.ts"

/**
 * Returns the ids of the projects that a user of `internal` owns.
 *
 * @category getters
 * @since 0.1.0
 */
export const listOwnedProjectIds = (state: ServiceState, user: UserRow): ReadonlyArray<string> => {
  if (state.generation === "2025") return getManagedIds(user)
  const internal = state.get("internal")
  const isOwned = ({ ownerTeamId }: ProjectRow) =>
    ownerTeamId !== null && internal?.teams.get(ownerTeamId)?.members.has(user.id) === true
  return [...state.values()].filter(isOwned).sort((a, b) => a.createdAtMillis - b.createdAtMillis).map(({ id }) => id)
}

/** Returns the ids that the metadata of a user lists. */
const getManagedIds = ({ serverMetadata }: UserRow): ReadonlyArray<string> => {
  const ids = isObject(serverMetadata) ? serverMetadata["managedProjectIds"] : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []
}

const setManagedIds = (user: UserRow, ids: ReadonlyArray<string>): void => {
  user.serverMetadata = { ...(isObject(user.serverMetadata) ? user.serverMetadata : {}), managedProjectIds: ids }
}

/**
 * Makes a user of `internal` the owner of a project before 2026, in addition to the projects that the user owns.
 *
 * @category mutations
 * @since 0.1.0
 */
export const addManagedId = (user: UserRow, id: string): void => setManagedIds(user, [...getManagedIds(user), id])

/**
 * Gives the projects that the metadata of the users of `internal` lists to the teams of these users, as an emulator of 2026
 * starts. A second owner of a project joins the team of the first one. Users without a team, and ids without a project, have no
 * effect.
 *
 * @category mutations
 * @since 0.1.0
 */
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

/**
 * Deletes a project with all that it holds. No user owns it afterwards.
 *
 * @category mutations
 * @since 0.1.0
 */
export const deleteProject = (state: ServiceState, { id }: ProjectRow): void => {
  state.delete(id)
  for (const user of state.get("internal")?.users.values() ?? []) {
    const owned = getManagedIds(user)
    if (owned.includes(id)) setManagedIds(user, owned.filter((other) => other !== id))
  }
}
