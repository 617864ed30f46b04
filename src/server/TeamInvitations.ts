/**
 * Invitations to any team of the project, as a server manages them.
 *
 * **Example** (Inviting the first members)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamInvitations } from "latchkey/server"
 *
 * const callbackUrl = "https://app.example.com/join"
 *
 * const inviteAll = (teamId: string, emails: ReadonlyArray<string>) =>
 *   Effect.forEach(emails, (email) => TeamInvitations.send({ teamId, email, callbackUrl }))
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * The errors of {@link send}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendError = KnownErrors.RedirectUrlNotWhitelisted | KnownErrors.RequestSchemaError | ApiError

/**
 * Invites an address to a team, and returns the id of the invitation, which lives for 7 days.
 *
 * **Gotchas**
 *
 * The recorded service does not foresee a team that does not exist, and answers with a failure of its own: an `ApiError`
 * with `ServiceUnavailable` for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const send: (invitation: wire.TeamInvitationCreation) => Effect.Effect<
  { readonly id: string },
  SendError,
  Server
> = (payload) =>
  trace("TeamInvitations.send", Effect.map(callAsServer(wire.sendCodeAsServer, { payload }), ({ id }) => ({ id })))

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the invitations to a team that can still be accepted: newest first in services of 2025, oldest first since.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (teamId: string) => Effect.Effect<
  ReadonlyArray<wire.TeamInvitation>,
  ListError,
  Server
> = (teamId) =>
  trace(
    "TeamInvitations.list",
    Effect.map(callAsServer(wire.listAsServer, { query: { teamId } }), ({ items }) => items)
  )

/**
 * The errors of {@link listOfUser}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListOfUserError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the invitations to a user that can still be accepted: those that were sent to a verified address of the user. A user who
 * does not exist has none. Services since 2026.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, the call fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * @category reading
 * @since 0.1.0
 */
export const listOfUser: (userId: string) => Effect.Effect<
  ReadonlyArray<wire.TeamInvitation>,
  ListOfUserError,
  Server
> = (userId) =>
  trace(
    "TeamInvitations.listOfUser",
    Effect.map(callAsServer(wire.listOfUserAsServer, { query: { userId } }), ({ items }) => items)
  )

/**
 * The errors of {@link acceptById}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AcceptByIdError =
  | KnownErrors.UserNotFound
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.TeamInvitationRestrictedUserNotAllowed
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes a user a member of the team that an invitation of `listOfUser` is for. Services since 2026; `TeamMembers.add` needs no
 * invitation and works with every service.
 *
 * Fails with `VerificationCodeNotFound` for an invitation that is not open any more, or was not sent to a verified address of
 * the user. Fails with `TeamInvitationRestrictedUserNotAllowed` for a restricted user, and keeps the invitation.
 *
 * @category managing
 * @since 0.1.0
 */
export const acceptById: (invitation: { readonly userId: string; readonly id: string }) => Effect.Effect<
  void,
  AcceptByIdError,
  Server
> = ({ id, userId }) =>
  trace(
    "TeamInvitations.acceptById",
    Effect.asVoid(callAsServer(wire.acceptByIdAsServer, { params: { id }, query: { userId }, payload: {} }))
  )

/**
 * The errors of {@link revoke}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RevokeError = KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Revokes an invitation to a team, such as one of the list: its code is not found any more.
 *
 * **Gotchas**
 *
 * The recorded service does not foresee an invitation that was accepted or revoked before, and answers with a failure of
 * its own: an `ApiError` with `ServiceUnavailable` for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const revoke: (invitation: { readonly teamId: string; readonly id: string }) => Effect.Effect<
  void,
  RevokeError,
  Server
> = ({ id, teamId }) =>
  trace(
    "TeamInvitations.revoke",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: { id }, query: { teamId } }))
  )

/** @since 0.1.0 */
export type { TeamInvitation, TeamInvitationCreation } from "../wire/teamInvitations.ts"
