/**
 * Invitations to teams.
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
 */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/teamInvitations.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link send}. */
export type SendError = Errors<typeof wire.sendCodeAsServer>

/**
 * Invites an email address to a team, and returns the invitation's id, which is valid for 7 days.
 *
 * **Gotchas**
 *
 * The recorded service responds with 500 to an unknown team: the call fails with the `ApiError` reason `ServiceUnavailable`.
 */
export const send = (
  invitation: wire.TeamInvitationCreation
): Effect.Effect<{ readonly id: string }, SendError, Server> =>
  trace(
    "TeamInvitations.send",
    Effect.map(callAsServer(wire.sendCodeAsServer, { payload: invitation }), ({ id }) => ({ id }))
  )

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/** Lists the pending invitations to a team: newest first before 2026, oldest first since. */
export const list = (teamId: string): Effect.Effect<ReadonlyArray<wire.TeamInvitation>, ListError, Server> =>
  trace(
    "TeamInvitations.list",
    takeItems(callAsServer(wire.listAsServer, { query: { teamId } }))
  )

/** Errors from {@link listForUser}. */
export type ListForUserError = Errors<typeof wire.listForUserAsServer>

/**
 * Lists a user's pending invitations, which were sent to verified addresses of the user. The list is empty if the
 * user does not exist.
 *
 * `Server` explains the user id `me`.
 *
 * @generation 2026
 */
export const listForUser = (
  userId: string
): Effect.Effect<ReadonlyArray<wire.TeamInvitation>, ListForUserError, Server> =>
  trace(
    "TeamInvitations.listForUser",
    takeItems(callAsServer(wire.listForUserAsServer, { query: { userId } }))
  )

/** Errors from {@link acceptById}. */
export type AcceptByIdError = Errors<typeof wire.acceptByIdAsServer>

/**
 * Accepts an invitation from `listForUser` for a user, who becomes a member of the team. `TeamMembers.add` needs no invitation
 * and works with every service.
 *
 * Fails with `VerificationCodeNotFound` if the invitation is not pending, or was not sent to a verified address of the user.
 * Fails with `TeamInvitationRestrictedUserNotAllowed` if the user is restricted, and the invitation remains pending.
 *
 * @generation 2026
 */
export const acceptById: (
  invitation: { readonly userId: string; readonly id: string }
) => Effect.Effect<void, AcceptByIdError, Server> = ({ id, userId }) =>
  trace(
    "TeamInvitations.acceptById",
    Effect.asVoid(callAsServer(wire.acceptByIdAsServer, { params: { id }, query: { userId }, payload: {} }))
  )

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof wire.revokeAsServer>

/**
 * Revokes an invitation to a team. Its code becomes invalid.
 *
 * **Gotchas**
 *
 * The recorded service responds with 500 to an invitation that was already accepted or revoked: the call fails with the
 * `ApiError` reason `ServiceUnavailable`.
 */
export const revoke: (
  invitation: { readonly teamId: string; readonly id: string }
) => Effect.Effect<void, RevokeError, Server> = ({ id, teamId }) =>
  trace(
    "TeamInvitations.revoke",
    Effect.asVoid(callAsServer(wire.revokeAsServer, { params: { id }, query: { teamId } }))
  )

export type { TeamInvitation, TeamInvitationCreation } from "../wire/teamInvitations.ts"
