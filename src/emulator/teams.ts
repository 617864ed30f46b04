/**
 * Handlers of teams.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/teams.ts"
import * as checks from "./checks.ts"
import { userRequired } from "./errors.ts"
import { findMember, findTeam, findUser, ownUser, userIdForClient, userIdForServer } from "./find.ts"
import type { HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import { requireTeamPermission } from "./permissions.ts"
import type { ProjectRow, TeamRow, UserRow } from "./State.ts"
import { createTeam, removeTeam, showTeam } from "./teamRows.ts"

const signedIn = (user: UserRow | undefined) => user === undefined ? userRequired : Effect.succeed(user)

const checkCreator = (query: { readonly addCurrentUser?: boolean | undefined }, creatorId: string | undefined) =>
  creatorId !== undefined && query.addCurrentUser !== undefined
    ? Effect.fail(refuse(400, "Set either creator_user_id or the older add_current_user, not both"))
    : Effect.void

const change = (team: TeamRow, changes: wire.ServerTeamUpdate): wire.ServerTeam => {
  if (changes.displayName !== undefined) team.displayName = changes.displayName
  if (changes.profileImageUrl !== undefined) team.profileImageUrl = changes.profileImageUrl
  if (changes.clientMetadata !== undefined) team.clientMetadata = changes.clientMetadata
  if (changes.clientReadOnlyMetadata !== undefined) team.clientReadOnlyMetadata = changes.clientReadOnlyMetadata
  if (changes.serverMetadata !== undefined) team.serverMetadata = changes.serverMetadata
  return showTeam(team)
}

const listOf = (project: ProjectRow, userId: string | undefined) => ({
  // A map lists in the order of insertion, which is the order of creation.
  items: Array.from(project.teams.values())
    .filter((team) => userId === undefined || team.members.has(userId)).map(showTeam),
  isPaginated: false
})

const remove = (project: ProjectRow, team: TeamRow) => {
  removeTeam(project, team)
  return { success: true as const }
}

/** @since 0.1.0 */
export const teamHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ project, query, user }) {
    const { id } = yield* ownUser(
      user,
      query.userId,
      refuse(403, "Clients can list only the teams of the signed-in user. Set user_id to me or to the id of that user.")
    )
    return listOf(project, id)
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    return listOf(project, yield* userIdForServer(user, query.userId))
  }),

  create: Effect.fnUntraced(function*({ payload, project, query, user }) {
    const creatorId = yield* userIdForClient(user, payload.creatorUserId)
    yield* checkCreator(query, creatorId)
    const { id } = yield* signedIn(user)
    if (!project.config.clientTeamCreationEnabled) {
      return yield* refuse(403, "Users cannot create teams in this project")
    }
    yield* checks.clientImage(project, payload.profileImageUrl)
    if (creatorId !== undefined && creatorId !== id) {
      return yield* refuse(403, "Clients can create teams only for the signed-in user. Set creator_user_id to me.")
    }
    return showTeam(yield* createTeam(project, payload, id))
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, project, query, user }) {
    const creatorId = yield* userIdForClient(user, payload.creatorUserId)
    yield* checkCreator(query, creatorId)
    if (query.addCurrentUser === true && user === undefined) {
      return yield* refuse(401, "add_current_user requires a signed-in user")
    }
    const creator = creatorId === undefined
      ? query.addCurrentUser === true ? user : undefined
      : yield* findUser(project, creatorId)
    return showTeam(yield* createTeam(project, payload, creator?.id))
  }),

  read: Effect.fnUntraced(function*({ params, project, user }) {
    const { id } = yield* signedIn(user)
    const { team } = yield* findMember(project, params.teamId, id)
    return showTeam(team)
  }),

  readAsServer: ({ params, project }) => Effect.map(findTeam(project, params.teamId), showTeam),

  update: Effect.fnUntraced(function*({ params, payload, project, user }) {
    yield* checks.clientImage(project, payload.profileImageUrl)
    const { id } = yield* signedIn(user)
    return change(yield* requireTeamPermission(project, params.teamId, id, "$update_team"), payload)
  }),

  updateAsServer: Effect.fnUntraced(function*({ params, payload, project }) {
    return change(yield* findTeam(project, params.teamId), payload)
  }),

  remove: Effect.fnUntraced(function*({ params, project, user }) {
    const { id } = yield* signedIn(user)
    return remove(project, yield* requireTeamPermission(project, params.teamId, id, "$delete_team"))
  }),

  removeAsServer: ({ params, project }) => Effect.map(findTeam(project, params.teamId), (team) => remove(project, team))
}
