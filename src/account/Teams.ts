/**
 * The teams of the user who is signed in.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as members from "../wire/teamMembers.ts"
import * as wire from "../wire/teams.ts"
import * as users from "../wire/users.ts"

/**
 * A team was created, and could not be made the user's selected one; `error` says why. The team is there, with the user in
 * it: whoever goes on with `team` must not create it again.
 *
 * @category errors
 * @since 0.1.0
 */
export class TeamNotSelected extends Data.TaggedError("TeamNotSelected")<{
  readonly message: string
  readonly team: wire.Team
  readonly error:
    | KnownErrors.CannotGetOwnUserWithoutUser
    | KnownErrors.TeamMembershipNotFound
    | KnownErrors.RequestSchemaError
    | ApiError
}> {}

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | ApiError

/**
 * Lists the teams that the user is a member of, oldest first.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<
  ReadonlyArray<wire.Team>,
  ListError,
  Client
> = /*#__PURE__*/ trace(
  "Teams.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, { query: { userId: "me" } }), ({ items }) => items)
)

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError =
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Gets a team that the user is a member of. Of all others, and of ids without a team, the user learns the same:
 * `TeamMembershipNotFound`.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (teamId: string) => Effect.Effect<
  wire.Team,
  GetError,
  Client
> = (teamId) => trace("Teams.get", callAsClient(wire.read, { params: { teamId } }))

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | TeamNotSelected
  | ApiError

/**
 * Creates a team with the user as its first member, and makes it the user's selected team. A project that does not let
 * users create teams refuses with a text, which is an `ApiError` with `RequestRefused` for its reason.
 *
 * **Details**
 *
 * These are two requests. When the second one fails, the team exists already: the call fails with `TeamNotSelected`, which
 * holds it, so that nothing is lost and nobody creates it twice.
 *
 * **Example** (A team that is wanted, selected or not)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Teams } from "latchkey"
 *
 * const team = Teams.create({ displayName: "Analytical Engines" }).pipe(
 *   Effect.catchTag("TeamNotSelected", ({ team }) => Effect.succeed(team))
 * )
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (team: wire.TeamCreation) => Effect.Effect<
  wire.Team,
  CreateError,
  Client
> = (given) =>
  trace(
    "Teams.create",
    keepSession(Effect.flatMap(
      callAsClient(wire.create, { query: {}, payload: { ...given, creatorUserId: "me" } }),
      (team) =>
        Effect.mapError(
          Effect.as(updateSelected(team.id), team),
          (error) =>
            new TeamNotSelected({
              message: `The team ${team.id} was created, but could not be selected: ${error.message}`,
              team,
              error
            })
        )
    ))
  )

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.TeamPermissionRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Changes a team, and returns it as it is then. The user needs the permission `$update_team` in it.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (teamId: string, changes: wire.TeamUpdate) => Effect.Effect<
  wire.Team,
  UpdateError,
  Client
> = (teamId, payload) => trace("Teams.update", callAsClient(wire.update, { params: { teamId }, payload }))

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.TeamPermissionRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Deletes a team for all of its members. The user needs the permission `$delete_team` in it.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (teamId: string) => Effect.Effect<
  void,
  RemoveError,
  Client
> = (teamId) => trace("Teams.remove", Effect.asVoid(callAsClient(wire.remove, { params: { teamId } })))

/**
 * The errors of {@link leave}.
 *
 * @category errors
 * @since 0.1.0
 */
export type LeaveError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Ends the user's own membership in a team. No permission is needed for that.
 *
 * @category managing
 * @since 0.1.0
 */
export const leave: (teamId: string) => Effect.Effect<
  void,
  LeaveError,
  Client
> = (teamId) => trace("Teams.leave", Effect.asVoid(callAsClient(members.leave, { params: { teamId } })))

/**
 * The errors of {@link select}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SelectError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes a team the user's selected one, which every device of the user sees; `null` selects none. Returns the user as it is
 * then.
 *
 * @category managing
 * @since 0.1.0
 */
export const select: (teamId: string | null) => Effect.Effect<
  users.User,
  SelectError,
  Client
> = (teamId) => trace("Teams.select", updateSelected(teamId))

/** Changes nothing of the user but the selected team: no address can be in anybody's way. */
const updateSelected = (selectedTeamId: string | null) =>
  Effect.catchTag(
    callAsClient(users.updateCurrent, { payload: { selectedTeamId } }),
    "UserWithEmailAlreadyExists",
    (error) =>
      Effect.fail(
        new ApiError({
          endpoint: users.updateCurrent.id,
          reason: new UndeclaredError({ message: error.message, error })
        })
      )
  )

/** @since 0.1.0 */
export type { User } from "../wire/users.ts"

/** @since 0.1.0 */
export type { Team, TeamCreation, TeamUpdate } from "../wire/teams.ts"
