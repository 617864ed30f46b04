/** Handlers for project permissions. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/projectPermissions.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { requireCurrentUser, resolveUser, resolveUserIdForServer } from "../rules/lookup.ts"
import {
  checkGrantable,
  compareIds,
  expandPermissions,
  ownPermissionsOnly,
  permissionNotFound
} from "../rules/permissions.ts"
import { selectUsers } from "../state/projectTables.ts"
import type { ProjectRow } from "../state/rows.ts"
import { reportEvent } from "../webhooks/rows.ts"

interface Filter {
  readonly userId?: string | undefined
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

const listPermissions = (project: ProjectRow, { permissionId, recursive = false, userId }: Filter) => {
  const items: Array<wire.ProjectPermission> = []
  for (const user of selectUsers(project, userId)) {
    for (const id of expandPermissions(project, user.permissions, recursive)) {
      if (permissionId === undefined || id === permissionId) items.push({ id, userId: user.id })
    }
  }
  // Each user's permissions are already sorted, and the sort is stable.
  items.sort((a, b) => compareIds(a.userId, b.userId))
  return { items, isPaginated: false }
}

export const projectPermissionHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ project, query, user }) {
    const { id: userId } = yield* requireCurrentUser(user, query.userId, ownPermissionsOnly)
    return listPermissions(project, { ...query, userId })
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    return listPermissions(project, { ...query, userId: yield* resolveUserIdForServer(user, query.userId) })
  }),

  grant: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId } = params
    const { id: userId, permissions } = yield* resolveUser({ project, user }, params.userId)
    yield* checkGrantable(project, "project", permissionId)
    permissions.add(permissionId)
    reportEvent(project, "project_permission.created", () => ({ id: permissionId, userId }))
    return { id: permissionId, userId }
  }),

  revoke: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId } = params
    const { id: userId, permissions } = yield* resolveUser({ project, user }, params.userId)
    if (!permissions.delete(permissionId)) return yield* permissionNotFound(permissionId)
    reportEvent(project, "project_permission.deleted", () => ({ id: permissionId, userId }))
    return { success: true as const }
  })
}
