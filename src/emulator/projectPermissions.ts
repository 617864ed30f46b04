/**
 * Handlers of permissions in the project.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/projectPermissions.ts"
import { namedUser, ownUser, userIdForServer } from "./find.ts"
import type { HandlersOf } from "./Handler.ts"
import { checkGrantable, compareIds, ownPermissionsOnly, permissionNotFound, withContained } from "./permissions.ts"
import type { ProjectRow } from "./State.ts"

interface Filter {
  readonly userId?: string | undefined
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

const listOf = (project: ProjectRow, { permissionId, recursive = false, userId }: Filter) => {
  const items: Array<wire.ProjectPermission> = []
  for (const user of project.users.values()) {
    if (userId !== undefined && user.id !== userId) continue
    for (const id of withContained(project, user.permissions, recursive)) {
      if (permissionId === undefined || id === permissionId) items.push({ id, userId: user.id })
    }
  }
  // Of one user, they are sorted already.
  items.sort((a, b) => compareIds(a.userId, b.userId))
  return { items, isPaginated: false }
}

/** @since 0.1.0 */
export const projectPermissionHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ project, query, user }) {
    const { id: userId } = yield* ownUser(user, query.userId, ownPermissionsOnly)
    return listOf(project, { ...query, userId })
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    return listOf(project, { ...query, userId: yield* userIdForServer(user, query.userId) })
  }),

  grant: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId } = params
    const { id: userId, permissions } = yield* namedUser({ project, user }, params.userId)
    yield* checkGrantable(project, "project", permissionId)
    permissions.add(permissionId)
    return { id: permissionId, userId }
  }),

  revoke: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId } = params
    const { permissions } = yield* namedUser({ project, user }, params.userId)
    if (!permissions.delete(permissionId)) return yield* permissionNotFound(permissionId)
    return { success: true as const }
  })
}
