/** Handlers for team permissions. */
import * as Effect from "effect/Effect"
import { TeamPermissionNotFound } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/teamPermissions.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { failWith } from "../rules/failWith.ts"
import { findMember, requireCurrentUser, resolveUser, resolveUserIdForServer } from "../rules/lookup.ts"
import { checkGrantable, compareIds, expandPermissions, ownPermissionsOnly } from "../rules/permissions.ts"
import { selectTeams } from "../state/memberships.ts"
import type { ProjectRow } from "../state/rows.ts"
import { reportEvent } from "../webhooks/rows.ts"

interface Filter {
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
  readonly permissionId?: string | undefined
  readonly recursive?: boolean | undefined
}

const listPermissions = (project: ProjectRow, { permissionId, recursive = false, teamId, userId }: Filter) => {
  const items: Array<wire.TeamPermission> = []
  for (const team of selectTeams(project, teamId, userId)) {
    for (const [memberId, { permissions }] of team.members) {
      if (userId !== undefined && memberId !== userId) continue
      for (const id of expandPermissions(project, permissions, recursive)) {
        if (permissionId === undefined || id === permissionId) items.push({ id, teamId: team.id, userId: memberId })
      }
    }
  }
  // Each member's permissions are already sorted, and the sort is stable.
  items.sort((a, b) => compareIds(a.teamId, b.teamId) || compareIds(a.userId, b.userId))
  return { items, isPaginated: false }
}

export const teamPermissionHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ project, query, user }) {
    const { id: userId } = yield* requireCurrentUser(user, query.userId, ownPermissionsOnly)
    return listPermissions(project, { ...query, userId })
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    return listPermissions(project, { ...query, userId: yield* resolveUserIdForServer(user, query.userId) })
  }),

  grant: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId, teamId } = params
    const { id: userId } = yield* resolveUser({ project, user }, params.userId)
    const { member } = yield* findMember(project, teamId, userId)
    yield* checkGrantable(project, "team", permissionId)
    member.permissions.add(permissionId)
    reportEvent(project, "team_permission.created", () => ({ id: permissionId, teamId, userId }))
    return { id: permissionId, teamId, userId }
  }),

  revoke: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId, teamId } = params
    const { id: userId } = yield* resolveUser({ project, user }, params.userId)
    const { member } = yield* findMember(project, teamId, userId)
    if (!member.permissions.delete(permissionId)) {
      return yield* failWith(
        TeamPermissionNotFound,
        `The user ${userId} was not granted the permission ${permissionId} in the team ${teamId}`,
        { teamId, userId, permissionId }
      )
    }
    reportEvent(project, "team_permission.deleted", () => ({ id: permissionId, teamId, userId }))
    return { success: true as const }
  })
}
