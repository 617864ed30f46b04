/** Members in the signed-in user's teams, including the user. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/teamMembers.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listProfiles>

/**
 * Lists a team's members, in the order in which they joined. The user needs the permission `$read_members`.
 *
 * **Example** (Member names in the selected team)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser, TeamMembers } from "latchkey"
 *
 * const names = Effect.gen(function*() {
 *   const { selectedTeamId } = yield* CurrentUser.get({ or: "throw" })
 *   if (selectedTeamId === null) return []
 *   const members = yield* TeamMembers.list(selectedTeamId)
 *   return members.map((member) => member.displayName)
 * })
 * ```
 */
export const list = (teamId: string): Effect.Effect<ReadonlyArray<wire.TeamMemberProfile>, ListError, Client> =>
  trace(
    "TeamMembers.list",
    takeItems(callAsClient(wire.listProfiles, { query: { teamId } }))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.getProfile>

/** Gets a member's profile. For other members, the user needs the permission `$read_members`. */
export const get = (member: wire.TeamMembership): Effect.Effect<wire.TeamMemberProfile, GetError, Client> =>
  trace("TeamMembers.get", callAsClient(wire.getProfile, { params: member }))

/** Errors from {@link getOwn}. */
export type GetOwnError = Errors<typeof wire.getProfile>

/** Gets the user's profile in a team. Requires no permission. */
export const getOwn = (teamId: string): Effect.Effect<wire.TeamMemberProfile, GetOwnError, Client> =>
  trace("TeamMembers.getOwn", callAsClient(wire.getProfile, { params: { teamId, userId: "me" } }))

/** Errors from {@link updateOwn}. */
export type UpdateOwnError = Errors<typeof wire.updateProfile>

/** Updates the user's profile in a team, and returns it. The user's name outside the team stays unchanged. */
export const updateOwn = (
  teamId: string,
  changes: wire.TeamMemberProfileUpdate
): Effect.Effect<wire.TeamMemberProfile, UpdateOwnError, Client> =>
  trace(
    "TeamMembers.updateOwn",
    callAsClient(wire.updateProfile, { params: { teamId, userId: "me" }, payload: changes })
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Removes another user from a team. The user needs the permission `$remove_members` in it. */
export const remove = (member: wire.TeamMembership): Effect.Effect<void, RemoveError, Client> =>
  trace("TeamMembers.remove", Effect.asVoid(callAsClient(wire.remove, { params: member })))

export type { TeamMemberProfile, TeamMemberProfileUpdate, TeamMembership } from "../wire/teamMembers.ts"
