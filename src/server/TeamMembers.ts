/** The members of teams. `Server` explains the user id `me` and malformed ids. */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter } from "../call/filters.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/teamMembers.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** A filter for member profiles: by team, by user, or by both. */
export interface ListOptions {
  readonly teamId?: string
  readonly userId?: string
}

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listProfilesAsServer>

/**
 * Lists the profiles of members with their users, in the order in which they joined: of a team, of a user, or of the
 * whole project.
 *
 * **Example** (A team's email addresses)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamMembers } from "latchkey/server"
 *
 * const addresses = (teamId: string) =>
 *   Effect.map(TeamMembers.list({ teamId }), (members) => members.map(({ user }) => user.primaryEmail))
 * ```
 */
export const list = (
  options: ListOptions = {}
): Effect.Effect<ReadonlyArray<wire.ServerTeamMemberProfile>, ListError, Server> =>
  trace(
    "TeamMembers.list",
    Effect.flatMap(checkFilter(wire.listProfilesAsServer, options), () =>
      takeItems(callAsServer(wire.listProfilesAsServer, { query: options })))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.getProfileAsServer>

/** Gets a member's profile. Fails with `TeamMembershipNotFound` if the team does not exist, or if the user is not a member. */
export const get = (member: wire.TeamMembership): Effect.Effect<wire.ServerTeamMemberProfile, GetError, Server> =>
  trace("TeamMembers.get", callAsServer(wire.getProfileAsServer, { params: member }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateProfileAsServer>

/** Changes a member's profile, and returns the changed profile. */
export const update = (
  member: wire.TeamMembership,
  changes: wire.TeamMemberProfileUpdate
): Effect.Effect<wire.ServerTeamMemberProfile, UpdateError, Server> =>
  trace("TeamMembers.update", callAsServer(wire.updateProfileAsServer, { params: member, payload: changes }))

/** Errors from {@link add}. */
export type AddError = Errors<typeof wire.add>

/** Adds a user to a team, with the project's default member permissions. */
export const add = (member: wire.TeamMembership): Effect.Effect<void, AddError, Server> =>
  trace("TeamMembers.add", Effect.asVoid(callAsServer(wire.add, { params: member, payload: {} })))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeAsServer>

/** Removes a user from a team. */
export const remove = (member: wire.TeamMembership): Effect.Effect<void, RemoveError, Server> =>
  trace("TeamMembers.remove", Effect.asVoid(callAsServer(wire.removeAsServer, { params: member })))

export type {
  ServerTeamMemberProfile,
  TeamMemberProfile,
  TeamMemberProfileUpdate,
  TeamMembership
} from "../wire/teamMembers.ts"
