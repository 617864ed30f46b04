/** The signed-in user's teams. */
import * as Effect from "effect/Effect"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { CodedError } from "../platform/CodedError.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import { keepSession, keepSessionInReads } from "../session/keepSession.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as members from "../wire/teamMembers.ts"
import * as wire from "../wire/teams.ts"
import * as users from "../wire/users.ts"
import { readPages } from "./readPages.ts"

/** A team was created, but could not be selected because of `error`. Continue with `team`; do not create it again. */
export class TeamNotSelected extends CodedError("TeamNotSelected")<{
  readonly message: string
  readonly team: wire.Team
  readonly error:
    | KnownErrors.CannotGetOwnUserWithoutUser
    | KnownErrors.TeamMembershipNotFound
    | KnownErrors.RequestSchemaError
    | ApiError
}> {}

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/** Lists the user's teams, oldest first. Reads all pages, if the service splits the list. */
export const list: Effect.Effect<ReadonlyArray<wire.Team>, ListError, Client> = /*#__PURE__*/ trace(
  "Teams.list",
  // One list's pages must not belong to two users.
  /*#__PURE__*/ keepSessionInReads(
    /*#__PURE__*/ readPages(wire.list.id, (cursor) => callAsClient(wire.list, { query: { userId: "me", cursor } }))
  )
)

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/** Gets one of the user's teams. Fails with `TeamMembershipNotFound` for all other teams, and for ids without a team. */
export const get = (teamId: string): Effect.Effect<wire.Team, GetError, Client> =>
  trace("Teams.get", callAsClient(wire.get, { params: { teamId } }))

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create, never, TeamNotSelected>

/**
 * Creates a team with the user as its first member, and selects it. Fails with the `ApiError` reason `RequestRefused` if the
 * project does not allow users to create teams.
 *
 * **Details**
 *
 * This sends two requests. If the second one fails, the team exists. The call then fails with `TeamNotSelected`, which
 * contains the team, so that the caller does not create it again.
 *
 * **Example** (Ignoring a failed selection)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Teams } from "latchkey"
 *
 * const team = Teams.create({ displayName: "Analytical Engines" }).pipe(
 *   Effect.catchTag("TeamNotSelected", ({ team }) => Effect.succeed(team))
 * )
 * ```
 */
export const create: (team: wire.TeamCreation) => Effect.Effect<wire.Team, CreateError, Client> = (given) =>
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

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/** Updates a team, and returns it. The user needs the permission `$update_team` in it. */
export const update = (teamId: string, changes: wire.TeamUpdate): Effect.Effect<wire.Team, UpdateError, Client> =>
  trace("Teams.update", callAsClient(wire.update, { params: { teamId }, payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Deletes a team for all its members. The user needs the permission `$delete_team` in it. */
export const remove = (teamId: string): Effect.Effect<void, RemoveError, Client> =>
  trace("Teams.remove", Effect.asVoid(callAsClient(wire.remove, { params: { teamId } })))

/** Errors from {@link leave}. */
export type LeaveError = Errors<typeof members.leave>

/** Removes the user from a team. Requires no permission. */
export const leave = (teamId: string): Effect.Effect<void, LeaveError, Client> =>
  trace("Teams.leave", Effect.asVoid(callAsClient(members.leave, { params: { teamId } })))

/** Errors from {@link select}. */
export type SelectError = Errors<typeof users.updateCurrent, "BodyParsingError" | "UserWithEmailAlreadyExists">

/** Selects a team on all user devices, and returns the user. `null` selects no team. */
export const select = (teamId: string | null): Effect.Effect<users.User, SelectError, Client> =>
  trace("Teams.select", updateSelected(teamId))

/** Updates only the selected team. An email conflict and a large body are therefore impossible. */
const updateSelected = (selectedTeamId: string | null) =>
  Effect.catchTag(
    callAsClient(users.updateCurrent, { payload: { selectedTeamId } }),
    ["UserWithEmailAlreadyExists", "BodyParsingError"],
    (error) =>
      Effect.fail(
        new ApiError({
          endpoint: users.updateCurrent.id,
          reason: new UndeclaredError({ message: error.message, error })
        })
      )
  )

export type { User } from "../wire/users.ts"

export type { Team, TeamCreation, TeamUpdate } from "../wire/teams.ts"
