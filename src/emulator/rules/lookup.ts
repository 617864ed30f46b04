/** Finds the users, teams and members that a request names. */
import * as Effect from "effect/Effect"
import {
  type CannotGetOwnUserWithoutUser,
  TeamMembershipNotFound,
  TeamNotFound,
  UserNotFound
} from "../../wire/KnownErrors.ts"
import { type Rejection, rejectWith } from "../requests/http.ts"
import type { ProjectRow, TeamRow, UserRow } from "../state/rows.ts"
import { noCurrentUser } from "./errors.ts"
import { failWith, orFail } from "./failWith.ts"

/** Resolves a user id in a client's request. `me` is the signed-in user. */
export const resolveUserId = <I extends string | undefined>(
  user: UserRow | undefined,
  idOrMe: I
): Effect.Effect<I | string, CannotGetOwnUserWithoutUser> =>
  idOrMe === "me" ? orFail(user?.id, noCurrentUser) : Effect.succeed(idOrMe)

/** Resolves a user id in a server's request. The error is untyped, because not every server endpoint declares it. */
export const resolveUserIdForServer = <I extends string | undefined>(
  user: UserRow | undefined,
  idOrMe: I
): Effect.Effect<I | string, Rejection> => Effect.mapError(resolveUserId(user, idOrMe), (error) => rejectWith(error))

/** Returns the signed-in user, if a client names that user by id or as `me`. Fails with `otherwise` for another user. */
export const requireCurrentUser = (
  user: UserRow | undefined,
  idOrMe: string | undefined,
  otherwise: Rejection
): Effect.Effect<UserRow, CannotGetOwnUserWithoutUser | Rejection> =>
  user === undefined
    ? noCurrentUser
    : idOrMe === "me" || idOrMe === user.id
    ? Effect.succeed(user)
    : Effect.fail(otherwise)

/** Finds the user that a server names in a path. */
export const resolveUser = (
  { project, user }: { readonly project: ProjectRow; readonly user: UserRow | undefined },
  userId: string
): Effect.Effect<UserRow, UserNotFound | Rejection> =>
  Effect.flatMap(resolveUserIdForServer(user, userId), (id) => findUser(project, id))

/** Finds a user by id. */
export const findUser = (project: ProjectRow, userId: string): Effect.Effect<UserRow, UserNotFound> =>
  orFail(project.users.get(userId), failWith(UserNotFound, "The user does not exist"))

/** Finds a team by id. */
export const findTeam = (project: ProjectRow, teamId: string): Effect.Effect<TeamRow, TeamNotFound> =>
  orFail(project.teams.get(teamId), failWith(TeamNotFound, `The team ${teamId} does not exist`, { teamId }))

/** Finds a team and a member. A team that does not exist has no members. */
export const findMember = (project: ProjectRow, teamId: string, userId: string) => {
  const team = project.teams.get(teamId)
  const member = team?.members.get(userId)
  return team === undefined || member === undefined
    ? failWith(TeamMembershipNotFound, `The user ${userId} is not a member of the team ${teamId}`, { teamId, userId })
    : Effect.succeed({ team, member })
}
