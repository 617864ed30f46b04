/** Handlers for permission definitions. */
import * as Effect from "effect/Effect"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/permissionDefinitions.ts"
import type { HandlersOf, RequestOf } from "../requests/Handler.ts"
import { failWith } from "../rules/failWith.ts"
import { compareIds, listDefinitions, permissionNotFound } from "../rules/permissions.ts"
import { permissionLists } from "../state/projectRows.ts"
import type { PermissionDefinitionRow, ProjectRow } from "../state/rows.ts"

type Scope = PermissionDefinitionRow["scope"]

const containedPermissionNotFound = (permissionId: string) =>
  failWith(ContainedPermissionNotFound, `The contained permission ${permissionId} does not exist`, { permissionId })

/** Creates a permission's row. An empty description is omitted. */
const makeRow = Effect.fnUntraced(function*(
  project: ProjectRow,
  scope: Scope,
  id: string,
  { containedPermissionIds = [], description }: Omit<wire.PermissionDefinitionCreation, "id">
) {
  const known = new Set(listDefinitions(project, scope).map((definition) => definition.id))
  const unknown = containedPermissionIds.find((id) => !known.has(id))
  if (unknown !== undefined) return yield* containedPermissionNotFound(unknown)
  return {
    scope,
    id,
    description: description || undefined,
    containedPermissionIds: [...new Set(containedPermissionIds)].sort(compareIds)
  }
})

/** Fails if an id is taken. Ids are unique in a project, across scopes. */
const checkIdAvailable = ({ permissionDefinitions }: ProjectRow, id: string) =>
  permissionDefinitions.has(id)
    ? failWith(PermissionIdAlreadyExists, `The id ${id} belongs to an existing permission`, { permissionId: id })
    : Effect.void

const findDefinition = ({ permissionDefinitions }: ProjectRow, scope: Scope, id: string) => {
  const row = permissionDefinitions.get(id)
  return row?.scope === scope ? Effect.succeed(row) : permissionNotFound(id)
}

/** Renames a permission everywhere or, without `to`, removes it. Since 2026, it also leaves the default permissions. */
const replace = (project: ProjectRow, from: string, to: string | undefined): void => {
  const { permissionDefinitions, teams, users } = project
  permissionDefinitions.delete(from)
  for (const row of permissionDefinitions.values()) {
    if (!row.containedPermissionIds.includes(from)) continue
    const rest = row.containedPermissionIds.filter((id) => id !== from)
    const containedPermissionIds = to === undefined ? rest : [...rest, to].sort(compareIds)
    permissionDefinitions.set(row.id, { ...row, containedPermissionIds })
  }
  const members = [...teams.values()].flatMap((team) => [...team.members.values()])
  for (const { permissions } of [...users.values(), ...members]) {
    if (permissions.delete(from) && to !== undefined) permissions.add(to)
  }
  if (to !== undefined || project.generation === "2025") return
  for (const name of permissionLists) project.config[name] = project.config[name].filter((id) => id !== from)
}

const makeHandlers = (scope: Scope) => ({
  list: ({ project }: RequestOf<typeof wire.listInTeams>) =>
    Effect.succeed({ items: listDefinitions(project, scope), isPaginated: false }),

  create: Effect.fnUntraced(function*({ payload, project }: RequestOf<typeof wire.createInTeams>) {
    yield* checkIdAvailable(project, payload.id)
    const row = yield* makeRow(project, scope, payload.id, payload)
    project.permissionDefinitions.set(row.id, row)
    return row
  }),

  update: Effect.fnUntraced(function*({ params, payload, project }: RequestOf<typeof wire.updateInTeams>) {
    const old = yield* findDefinition(project, scope, params.permissionId)
    const id = payload.id ?? old.id
    if (id !== old.id) {
      yield* checkIdAvailable(project, id)
      // The permission has its new id by then.
      if (payload.containedPermissionIds?.includes(old.id)) return yield* containedPermissionNotFound(old.id)
    }
    const row = yield* makeRow(project, scope, id, payload)
    replace(project, old.id, id)
    project.permissionDefinitions.set(id, row)
    return row
  }),

  remove: Effect.fnUntraced(function*({ params, project }: RequestOf<typeof wire.removeInTeams>) {
    const { id } = yield* findDefinition(project, scope, params.permissionId)
    replace(project, id, undefined)
    return { success: true as const }
  })
})

const inTeams = makeHandlers("team")
const inProject = makeHandlers("project")

export const permissionDefinitionHandlers: HandlersOf<typeof wire> = {
  listInTeams: inTeams.list,
  createInTeams: inTeams.create,
  updateInTeams: inTeams.update,
  removeInTeams: inTeams.remove,
  listInProject: inProject.list,
  createInProject: inProject.create,
  updateInProject: inProject.update,
  removeInProject: inProject.remove
}
