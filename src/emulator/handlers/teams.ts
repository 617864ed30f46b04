/** Handlers for teams. */
import * as Effect from "effect/Effect"
import type { Input } from "../../wire/Endpoint.ts"
import type * as wire from "../../wire/teams.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { userRequired } from "../rules/errors.ts"
import { orFail } from "../rules/failWith.ts"
import {
  findMember,
  findTeam,
  findUser,
  requireCurrentUser,
  resolveUserId,
  resolveUserIdForServer
} from "../rules/lookup.ts"
import { paginate } from "../rules/paginate.ts"
import { requireTeamPermission } from "../rules/permissions.ts"
import * as validation from "../rules/validation.ts"
import { listTeamsOf } from "../state/memberships.ts"
import type { ProjectRow, TeamRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { createTeam, removeTeam, toServerTeam } from "../state/teamRows.ts"
import { reportEvent } from "../webhooks/rows.ts"

const checkCreator = (query: { readonly addCurrentUser?: boolean | undefined }, creatorId: string | undefined) =>
  creatorId !== undefined && query.addCurrentUser !== undefined
    ? Effect.fail(reject(400, "Set either creator_user_id or the older add_current_user, not both"))
    : Effect.void

const change = (project: ProjectRow, team: TeamRow, changes: wire.ServerTeamUpdate): wire.ServerTeam => {
  if (changes.displayName !== undefined) team.displayName = changes.displayName
  if (changes.profileImageUrl !== undefined) team.profileImageUrl = changes.profileImageUrl
  if (changes.clientMetadata !== undefined) team.clientMetadata = changes.clientMetadata
  if (changes.clientReadOnlyMetadata !== undefined) team.clientReadOnlyMetadata = changes.clientReadOnlyMetadata
  if (changes.serverMetadata !== undefined) team.serverMetadata = changes.serverMetadata
  reportEvent(project, "team.updated", () => toServerTeam(team))
  return toServerTeam(team)
}

const listTeams = (
  project: ProjectRow,
  userId: string | undefined,
  { isNewest }: ServiceState,
  { cursor, desc = false, limit, query }: Input<typeof wire.list>["query"]
) => {
  // A map iterates in insertion order, which is creation order.
  const all = userId === undefined ? [...project.teams.values()] : listTeamsOf(project, userId)
  if (!isNewest) return { items: all.map(toServerTeam), isPaginated: false }
  const found = query === undefined ? all : all.filter((team) => isFound(team, query.toLowerCase()))
  const { nextCursor, page } = paginate(desc ? found.toReversed() : found, { cursor, limit })
  return { items: page.map(toServerTeam), isPaginated: true, pagination: { nextCursor } }
}

/** The service compares ids if the text is one, and otherwise searches names. */
const isFound = ({ displayName, id }: TeamRow, text: string): boolean =>
  validation.isUuid(text) ? id === text : displayName.toLowerCase().includes(text)

const remove = (project: ProjectRow, team: TeamRow) => {
  removeTeam(project, team)
  return { success: true as const }
}

export const teamHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ project, query, state, user }) {
    const message =
      "Clients can list only the teams of the signed-in user. Set user_id to me or to the id of that user."
    const { id } = yield* requireCurrentUser(user, query.userId, reject(403, message))
    return listTeams(project, id, state, query)
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, state, user }) {
    return listTeams(project, yield* resolveUserIdForServer(user, query.userId), state, query)
  }),

  create: Effect.fnUntraced(function*({ payload, project, query, user }) {
    const creatorId = yield* resolveUserId(user, payload.creatorUserId)
    yield* checkCreator(query, creatorId)
    const { id } = yield* orFail(user, userRequired)
    if (!project.config.clientTeamCreationEnabled) {
      return yield* reject(403, "Users of this project cannot create teams")
    }
    yield* validation.checkClientImage(project, payload.profileImageUrl)
    if (creatorId !== undefined && creatorId !== id) {
      return yield* reject(403, "Clients can create teams only for the signed-in user. Set creator_user_id to me.")
    }
    return toServerTeam(yield* createTeam(project, payload, id))
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, project, query, user }) {
    const creatorId = yield* resolveUserId(user, payload.creatorUserId)
    yield* checkCreator(query, creatorId)
    if (query.addCurrentUser === true && user === undefined) {
      return yield* reject(401, "add_current_user requires a signed-in user")
    }
    const creator = creatorId === undefined
      ? query.addCurrentUser === true ? user : undefined
      : yield* findUser(project, creatorId)
    return toServerTeam(yield* createTeam(project, payload, creator?.id))
  }),

  get: Effect.fnUntraced(function*({ params, project, user }) {
    const { id } = yield* orFail(user, userRequired)
    return toServerTeam((yield* findMember(project, params.teamId, id)).team)
  }),

  getAsServer: ({ params, project }) => Effect.map(findTeam(project, params.teamId), toServerTeam),

  update: Effect.fnUntraced(function*({ params, payload, project, user }) {
    yield* validation.checkClientImage(project, payload.profileImageUrl)
    const { id } = yield* orFail(user, userRequired)
    return change(project, yield* requireTeamPermission(project, params.teamId, id, "$update_team"), payload)
  }),

  updateAsServer: Effect.fnUntraced(function*({ params, payload, project }) {
    return change(project, yield* findTeam(project, params.teamId), payload)
  }),

  remove: Effect.fnUntraced(function*({ params, project, user }) {
    const { id } = yield* orFail(user, userRequired)
    return remove(project, yield* requireTeamPermission(project, params.teamId, id, "$delete_team"))
  }),

  removeAsServer: ({ params, project }) => Effect.map(findTeam(project, params.teamId), (team) => remove(project, team))
}
