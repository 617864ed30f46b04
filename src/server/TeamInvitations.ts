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
import { traced } from "../call/traced.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"
import { callAsServer, type Server } from "./Server.ts"

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
  KnownErrors.RedirectUrlNotWhitelisted | KnownErrors.SchemaError | ApiError,
  Server
> = (payload) =>
  traced("TeamInvitations.send", Effect.map(callAsServer(wire.sendCodeAsServer, { payload }), ({ id }) => ({ id })))

/**
 * Lists the invitations to a team that can still be accepted, newest first.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (teamId: string) => Effect.Effect<
  ReadonlyArray<wire.TeamInvitation>,
  KnownErrors.TeamNotFound | KnownErrors.SchemaError | ApiError,
  Server
> = (teamId) =>
  traced(
    "TeamInvitations.list",
    Effect.map(callAsServer(wire.listAsServer, { query: { teamId } }), ({ items }) => items)
  )

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
  KnownErrors.TeamNotFound | KnownErrors.SchemaError | ApiError,
  Server
> = ({ id, teamId }) =>
  traced(
    "TeamInvitations.revoke",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: { id }, query: { teamId } }))
  )

/** @since 0.1.0 */
export type { TeamInvitation, TeamInvitationCreation } from "../wire/teamInvitations.ts"
