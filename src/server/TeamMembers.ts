/**
 * The members of any team, as a server manages them.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamMembers.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * Which profiles a list shows: those in a team, those of a user, or both at once.
 *
 * @category options
 * @since 0.1.0
 */
export interface ListOptions {
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
}

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamNotFound
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Lists the profiles of members with the users behind them, in the order of joining: of a team, of a user, or all of the
 * project.
 *
 * **Example** (Whom to write to in a team)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamMembers } from "latchkey/server"
 *
 * const addresses = (teamId: string) =>
 *   Effect.map(TeamMembers.list({ teamId }), (members) => members.map(({ user }) => user.primaryEmail))
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (options?: ListOptions) => Effect.Effect<
  ReadonlyArray<wire.ServerTeamMemberProfile>,
  ListError,
  Server
> = (query = {}) =>
  trace("TeamMembers.list", Effect.map(callAsServer(wire.listProfilesAsServer, { query }), ({ items }) => items))

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Gets the profile of a member. A team without that member, and an id without a team, are `TeamMembershipNotFound`.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (member: wire.TeamMembership) => Effect.Effect<
  wire.ServerTeamMemberProfile,
  GetError,
  Server
> = (params) => trace("TeamMembers.get", callAsServer(wire.readProfileAsServer, { params }))

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Changes the profile of a member, and returns it as it is then.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (member: wire.TeamMembership, changes: wire.TeamMemberProfileUpdate) => Effect.Effect<
  wire.ServerTeamMemberProfile,
  UpdateError,
  Server
> = (params, payload) => trace("TeamMembers.update", callAsServer(wire.updateProfileAsServer, { params, payload }))

/**
 * The errors of {@link add}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AddError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserNotFound
  | KnownErrors.TeamNotFound
  | KnownErrors.TeamMembershipAlreadyExists
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes a user a member of a team, with the permissions that the project gives every member.
 *
 * @category managing
 * @since 0.1.0
 */
export const add: (member: wire.TeamMembership) => Effect.Effect<
  void,
  AddError,
  Server
> = (params) => trace("TeamMembers.add", Effect.asVoid(callAsServer(wire.create, { params, payload: {} })))

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Ends the membership of a user in a team.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (member: wire.TeamMembership) => Effect.Effect<
  void,
  RemoveError,
  Server
> = (params) => trace("TeamMembers.remove", Effect.asVoid(callAsServer(wire.removeAsServer, { params })))

/** @since 0.1.0 */
export type {
  ServerTeamMemberProfile,
  TeamMemberProfile,
  TeamMemberProfileUpdate,
  TeamMembership
} from "../wire/teamMembers.ts"
