/** Permission definitions and checks. */
import * as Effect from "effect/Effect"
import {
  PermissionNotFound,
  PermissionScopeMismatch,
  type TeamMembershipNotFound,
  TeamPermissionRequired
} from "../../wire/KnownErrors.ts"
import { rejectWith } from "../requests/http.ts"
import type { PermissionDefinitionRow, ProjectRow, TeamRow } from "../state/rows.ts"
import { failUnless, failWith } from "./failWith.ts"
import { findMember } from "./lookup.ts"

/** The built-in team permissions, which projects cannot change. */
const systemPermissions: ReadonlyArray<PermissionDefinitionRow> = /*#__PURE__*/ ([
  ["$delete_team", "Delete the team"],
  ["$invite_members", "Invite other users to the team"],
  ["$manage_api_keys", "Create and manage API keys of the team"],
  ["$read_members", "Read and list the members of the team"],
  ["$remove_members", "Remove members from the team"],
  ["$update_team", "Update the team information"]
] as const).map(([id, description]) => ({ scope: "team", id, description, containedPermissionIds: [] }))

const findDefinition = (project: ProjectRow, id: string): PermissionDefinitionRow | undefined =>
  project.permissionDefinitions.get(id) ?? systemPermissions.find((definition) => definition.id === id)

/** Lists a scope's definitions, including the built-in ones, sorted by id. */
export const listDefinitions = ({ permissionDefinitions }: ProjectRow, scope: PermissionDefinitionRow["scope"]) =>
  [...permissionDefinitions.values(), ...systemPermissions]
    .filter((definition) => definition.scope === scope)
    .sort((a, b) => compareIds(a.id, b.id))

/** Compares ids as the service does, ignoring case: `_` sorts after all letters. */
export const compareIds = (a: string, b: string): number => {
  const [first, second] = [a.toUpperCase(), b.toUpperCase()]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Returns the given permissions, sorted, with all that they contain if `recursive`. Omits ids without a definition. */
export const expandPermissions = (project: ProjectRow, ids: Iterable<string>, recursive = true) => {
  const found = new Set<string>()
  const pending = [...ids]
  // The array grows during the iteration.
  for (const id of pending) {
    const definition = findDefinition(project, id)
    if (definition === undefined || found.has(id)) continue
    found.add(id)
    if (recursive) pending.push(...definition.containedPermissionIds)
  }
  return [...found].sort(compareIds)
}

/** Returns `true` unless an id starts with `$` and no built-in permission has it. */
export const isPossibleId = (id: string): boolean =>
  !id.startsWith("$") || systemPermissions.some((definition) => definition.id === id)

/** Fails unless a permission exists and can be granted in a scope. */
export const checkGrantable = (
  project: ProjectRow,
  scope: PermissionDefinitionRow["scope"],
  permissionId: string
): Effect.Effect<void, PermissionNotFound | PermissionScopeMismatch> => {
  // In the project scope, built-in team permissions are unknown instead of having the wrong scope.
  const definition = scope === "team"
    ? findDefinition(project, permissionId)
    : project.permissionDefinitions.get(permissionId)
  if (definition === undefined) return permissionNotFound(permissionId)
  return failUnless(
    definition.scope === scope,
    PermissionScopeMismatch,
    `The permission ${permissionId} has the scope ${definition.scope}, but the scope ${scope} is required`,
    { permissionId, expectedScope: scope, actualScope: definition.scope }
  )
}

export const permissionNotFound = (permissionId: string) =>
  failWith(PermissionNotFound, `The permission ${permissionId} does not exist`, { permissionId })

/** Returns a team if a member has a permission in it, granted directly or through a containing permission. */
export const requireTeamPermission = Effect.fnUntraced(function*(
  project: ProjectRow,
  teamId: string,
  userId: string,
  permissionId: string
): Effect.fn.Return<TeamRow, TeamMembershipNotFound | TeamPermissionRequired> {
  const { member, team } = yield* findMember(project, teamId, userId)
  if (expandPermissions(project, member.permissions).includes(permissionId)) return team
  return yield* failWith(
    TeamPermissionRequired,
    `The user ${userId} requires the permission ${permissionId} in the team ${teamId}`,
    { teamId, userId, permissionId }
  )
})

/** Returns a newcomer's default permissions. The service's error for an undefined one is declared by no endpoint. */
export const resolveDefaultPermissions = (project: ProjectRow, newcomer: "user" | "creator" | "member") => {
  const { teamCreatorDefaultPermissions, teamMemberDefaultPermissions, userDefaultPermissions } = project.config
  const [scope, ids] = newcomer === "user"
    ? ["project", userDefaultPermissions] as const
    : ["team", newcomer === "creator" ? teamCreatorDefaultPermissions : teamMemberDefaultPermissions] as const
  return Effect.forEach(ids, (id) => checkGrantable(project, scope, id)).pipe(
    Effect.as(ids),
    Effect.mapError((error) => rejectWith(error))
  )
}
