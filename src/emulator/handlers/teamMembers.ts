/** Handlers for team memberships and member profiles. */
import * as Effect from "effect/Effect"
import { TeamMembershipAlreadyExists } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/teamMembers.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { noCurrentUser } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import { findMember, findTeam, findUser, resolveUser, resolveUserId, resolveUserIdForServer } from "../rules/lookup.ts"
import { requireTeamPermission } from "../rules/permissions.ts"
import { addMember, removeMember, selectTeams } from "../state/memberships.ts"
import type { ProjectRow } from "../state/rows.ts"
import { toServerUser } from "../state/userRows.ts"
import { reportEvent } from "../webhooks/rows.ts"

/** Finds a member and its user. A missing user and a missing membership are different errors. */
const findProfile = Effect.fnUntraced(function*(project: ProjectRow, teamId: string, userId: string) {
  const user = yield* findUser(project, userId)
  const { member, team } = yield* findMember(project, teamId, userId)
  return { project, team, member, user }
})

const toProfile = (
  { member, project, team, user }: Effect.Success<ReturnType<typeof findProfile>>
): wire.ServerTeamMemberProfile => ({
  teamId: team.id,
  userId: user.id,
  displayName: member.displayName ?? user.displayName,
  profileImageUrl: member.profileImageUrl ?? user.profileImageUrl,
  user: toServerUser(project, user)
})

/** Returns a member's id in a client's request about a team. Others than the own one require a permission. */
const resolveMemberId = Effect.fnUntraced(function*(
  { project, user }: RequestContext,
  teamId: string,
  idOrMe: string,
  permission: "$read_members" | "$remove_members"
) {
  const userId = yield* resolveUserId(user, idOrMe)
  if (user === undefined) return yield* noCurrentUser
  if (userId !== user.id) yield* requireTeamPermission(project, teamId, user.id, permission)
  return userId
})

/** Lists profiles in joining order, filtered by team and user if given. */
const findProfiles = (project: ProjectRow, teamId: string | undefined, userId: string | undefined) => ({
  items: selectTeams(project, teamId, userId)
    .flatMap((team) => Array.from(team.members, ([id, member]) => ({ project, team, member, id })))
    .filter(({ id }) => userId === undefined || id === userId)
    .sort((a, b) => a.member.number - b.member.number)
    // Sound: deleted users are removed from their teams.
    .map(({ id, ...membership }) => toProfile({ ...membership, user: project.users.get(id)! })),
  isPaginated: false
})

const change = Effect.fnUntraced(function*(
  project: ProjectRow,
  teamId: string,
  userId: string,
  { displayName, profileImageUrl }: wire.TeamMemberProfileUpdate
) {
  const profile = yield* findProfile(project, teamId, userId)
  if (displayName !== undefined) profile.member.displayName = displayName
  if (profileImageUrl !== undefined) profile.member.profileImageUrl = profileImageUrl
  return toProfile(profile)
})

const remove = Effect.fnUntraced(function*(project: ProjectRow, teamId: string, userId: string) {
  const { team } = yield* findProfile(project, teamId, userId)
  removeMember(project, team, userId)
  reportEvent(project, "team_membership.deleted", () => ({ teamId, userId }))
  return { success: true as const }
})

export const teamMemberHandlers: HandlersOf<typeof wire> = {
  listProfiles: Effect.fnUntraced(function*({ project, query: { teamId, userId: idOrMe }, user }) {
    const userId = yield* resolveUserId(user, idOrMe)
    if (user === undefined) return yield* noCurrentUser
    if (teamId === undefined) return yield* reject(400, "The access type client requires team_id")
    yield* findMember(project, teamId, user.id)
    if (userId !== user.id) yield* requireTeamPermission(project, teamId, user.id, "$read_members")
    return findProfiles(project, teamId, userId)
  }),

  listProfilesAsServer: Effect.fnUntraced(function*({ project, query: { teamId, userId: idOrMe }, user }) {
    const userId = yield* resolveUserIdForServer(user, idOrMe)
    if (teamId !== undefined) yield* findTeam(project, teamId)
    if (userId !== undefined) yield* findUser(project, userId)
    return findProfiles(project, teamId, userId)
  }),

  getProfile: Effect.fnUntraced(function*({ params: { teamId, userId }, ...context }) {
    const id = yield* resolveMemberId(context, teamId, userId, "$read_members")
    return toProfile(yield* findProfile(context.project, teamId, id))
  }),

  getProfileAsServer: Effect.fnUntraced(function*({ params, ...context }) {
    const { id } = yield* resolveUser(context, params.userId)
    return toProfile(yield* findProfile(context.project, params.teamId, id))
  }),

  updateProfile: Effect.fnUntraced(function*({ params, payload, project, user }) {
    const userId = yield* resolveUserId(user, params.userId)
    if (user === undefined) return yield* noCurrentUser
    if (userId !== user.id) return yield* reject(403, "Clients can change only the profile of the signed-in user")
    return yield* change(project, params.teamId, userId, payload)
  }),

  updateProfileAsServer: Effect.fnUntraced(function*({ params, payload, ...context }) {
    const { id } = yield* resolveUser(context, params.userId)
    return yield* change(context.project, params.teamId, id, payload)
  }),

  leave: ({ params, project, user }) => user === undefined ? noCurrentUser : remove(project, params.teamId, user.id),

  add: Effect.fnUntraced(function*({ params: { teamId, userId }, ...context }) {
    const { project } = context
    const { id } = yield* resolveUser(context, userId)
    const team = yield* findTeam(project, teamId)
    if (team.members.has(id)) {
      return yield* failWith(TeamMembershipAlreadyExists, "The user is already a member of the team")
    }
    yield* addMember(project, team, id)
    return { teamId, userId: id }
  }),

  remove: Effect.fnUntraced(function*({ params: { teamId, userId }, ...context }) {
    return yield* remove(
      context.project,
      teamId,
      yield* resolveMemberId(context, teamId, userId, "$remove_members")
    )
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, ...context }) {
    const { id } = yield* resolveUser(context, params.userId)
    return yield* remove(context.project, params.teamId, id)
  })
}
