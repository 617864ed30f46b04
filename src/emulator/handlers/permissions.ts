/** Handlers for permissions that users have in teams and in the project. */
import * as Effect from "effect/Effect"
import { TeamPermissionNotFound } from "../../wire/KnownErrors.ts"
import type * as projectPermissions from "../../wire/projectPermissions.ts"
import type * as teamPermissions from "../../wire/teamPermissions.ts"
import type { HandlersOf, RequestOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { failWith } from "../rules/failWith.ts"
import { findMember, requireCurrentUser, resolveUser, resolveUserIdForServer } from "../rules/lookup.ts"
import { checkGrantable, compareIds, expandPermissions, permissionNotFound } from "../rules/permissions.ts"
import { selectTeams } from "../state/memberships.ts"
import { selectUsers } from "../state/projectTables.ts"
import type { ProjectRow } from "../state/rows.ts"
import { reportEvent } from "../webhooks/rows.ts"

type Filter = RequestOf<typeof teamPermissions.listAsServer>["query"]

/** Makes the handlers for a list, of which clients get the part about the signed-in user. */
const makeListHandlers = <Item>(listPermissions: (project: ProjectRow, filter: Filter) => ReadonlyArray<Item>) => ({
  list: Effect.fnUntraced(function*({ project, query, user }: RequestOf<typeof teamPermissions.list>) {
    const otherUser = reject(
      403,
      "Clients can list only the permissions of the signed-in user. Set user_id to me or to the id of that user."
    )
    const { id: userId } = yield* requireCurrentUser(user, query.userId, otherUser)
    return { items: listPermissions(project, { ...query, userId }), isPaginated: false }
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }: RequestOf<typeof teamPermissions.listAsServer>) {
    const userId = yield* resolveUserIdForServer(user, query.userId)
    return { items: listPermissions(project, { ...query, userId }), isPaginated: false }
  })
})

const filterPermissions = (project: ProjectRow, permissions: Iterable<string>, filter: Filter) =>
  expandPermissions(project, permissions, filter.recursive ?? false)
    .filter((id) => filter.permissionId === undefined || id === filter.permissionId)

export const teamPermissionHandlers: HandlersOf<typeof teamPermissions> = {
  ...makeListHandlers((project, filter) =>
    selectTeams(project, filter.teamId, filter.userId)
      .flatMap(({ id: teamId, members }) =>
        Array.from(members, ([userId, { permissions }]) => ({ teamId, userId, permissions }))
      )
      .filter(({ userId }) => filter.userId === undefined || userId === filter.userId)
      .sort((a, b) => compareIds(a.teamId, b.teamId) || compareIds(a.userId, b.userId))
      .flatMap(({ permissions, teamId, userId }) =>
        filterPermissions(project, permissions, filter).map((id) => ({ id, teamId, userId }))
      )
  ),

  grant: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId: id, teamId } = params
    const { id: userId } = yield* resolveUser({ project, user }, params.userId)
    const { member } = yield* findMember(project, teamId, userId)
    yield* checkGrantable(project, "team", id)
    member.permissions.add(id)
    reportEvent(project, "team_permission.created", () => ({ id, teamId, userId }))
    return { id, teamId, userId }
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

export const projectPermissionHandlers: HandlersOf<typeof projectPermissions> = {
  ...makeListHandlers((project, filter) =>
    selectUsers(project, filter.userId).toSorted((a, b) => compareIds(a.id, b.id))
      .flatMap(({ id: userId, permissions }) =>
        filterPermissions(project, permissions, filter).map((id) => ({ id, userId }))
      )
  ),

  grant: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId: id } = params
    const { id: userId, permissions } = yield* resolveUser({ project, user }, params.userId)
    yield* checkGrantable(project, "project", id)
    permissions.add(id)
    reportEvent(project, "project_permission.created", () => ({ id, userId }))
    return { id, userId }
  }),

  revoke: Effect.fnUntraced(function*({ params, project, user }) {
    const { permissionId: id } = params
    const { id: userId, permissions } = yield* resolveUser({ project, user }, params.userId)
    if (!permissions.delete(id)) return yield* permissionNotFound(id)
    reportEvent(project, "project_permission.deleted", () => ({ id, userId }))
    return { success: true as const }
  })
}
