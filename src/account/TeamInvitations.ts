/**
 * Invitations to teams: sent by members, accepted by whoever gets the mail.
 *
 * **Example** (The page that the mail's link leads to)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { TeamInvitations } from "latchkey"
 *
 * const join = Effect.fnUntraced(function*(url: URL, confirm: (team: string) => Effect.Effect<boolean>) {
 *   const code = Redacted.make(url.searchParams.get("code") ?? "")
 *   const { teamDisplayName } = yield* TeamInvitations.details({ code })
 *   if (yield* confirm(teamDisplayName)) yield* TeamInvitations.accept({ code })
 * })
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"

/**
 * The errors of {@link send}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.TeamPermissionRequired
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Invites an address to a team, and returns the id of the invitation, which lives for 7 days.
 *
 * The user needs the permission `$invite_members` in the team. The mail's link leads to `callbackUrl`, the app's page
 * `teamInvitation` unless another is given, with a `code` in its query for `details` and `accept`.
 *
 * @category managing
 * @since 0.1.0
 */
export const send: WithCallbackUrl<
  Omit<wire.TeamInvitationCreation, "callbackUrl">,
  { readonly id: string },
  SendError
> = ({ callbackUrl: given, ...invitation }) =>
  trace(
    "TeamInvitations.send",
    callbackUrlOr(given, "teamInvitation").pipe(
      Effect.flatMap((callbackUrl) => callAsClient(wire.sendCode, { payload: { ...invitation, callbackUrl } })),
      Effect.map(({ id }) => ({ id }))
    )
  )

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.TeamPermissionRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Lists the invitations to a team that can still be accepted: newest first in services of 2025, oldest first since. The user
 * needs the permissions `$read_members` and `$invite_members` in the team.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (teamId: string) => Effect.Effect<
  ReadonlyArray<wire.TeamInvitation>,
  ListError,
  Client
> = (teamId) =>
  trace("TeamInvitations.list", Effect.map(callAsClient(wire.list, { query: { teamId } }), ({ items }) => items))

/**
 * The errors of {@link listOwn}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListOwnError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the invitations to the user who is signed in that can still be accepted. Services since 2026.
 *
 * These are the invitations that were sent to a verified address of the user. `acceptById` accepts one without the code of the
 * mail.
 *
 * **Example** (Joining the team of the first invitation)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamInvitations } from "latchkey"
 *
 * const joinFirst = Effect.gen(function*() {
 *   const [invitation] = yield* TeamInvitations.listOwn
 *   if (invitation !== undefined) yield* TeamInvitations.acceptById(invitation)
 * })
 * ```
 *
 * @category accepting
 * @since 0.1.0
 */
export const listOwn: Effect.Effect<
  ReadonlyArray<wire.TeamInvitation>,
  ListOwnError,
  Client
> = /*#__PURE__*/ trace(
  "TeamInvitations.listOwn",
  /*#__PURE__*/ Effect.map(
    /*#__PURE__*/ callAsClient(wire.listOwn, { query: { userId: "me" } }),
    ({ items }) => items
  )
)

/**
 * The errors of {@link revoke}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RevokeError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.TeamPermissionRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Revokes an invitation, such as one of the list: its code is not found any more. The user needs the permission `$remove_members` in the team.
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
  Client
> = ({ id, teamId }) =>
  trace(
    "TeamInvitations.revoke",
    Effect.asVoid(callAsClient(wire.remove, { params: { id }, query: { teamId } }))
  )

/**
 * The errors of {@link checkCode}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CheckCodeError = KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError

/**
 * Checks that a code could be accepted, without using it up. Fails with what is wrong with it. Nobody has to be signed in.
 *
 * A code lives for 7 days and takes 20 attempts, of which each check is one, and so is asking for `details`.
 *
 * @category accepting
 * @since 0.1.0
 */
export const checkCode: (options: { readonly code: Secret }) => Effect.Effect<
  void,
  CheckCodeError,
  Client
> = ({ code }) =>
  trace(
    "TeamInvitations.checkCode",
    Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } }))
  )

/**
 * The errors of {@link details}.
 *
 * @category errors
 * @since 0.1.0
 */
export type DetailsError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamInvitationRestrictedUserNotAllowed
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Returns the team that a code invites to, without using the code up.
 *
 * Fails with `TeamInvitationRestrictedUserNotAllowed` for a restricted user, in services since 2026.
 *
 * @category accepting
 * @since 0.1.0
 */
export const details: (options: { readonly code: Secret }) => Effect.Effect<
  wire.TeamInvitationDetails,
  DetailsError,
  Client
> = ({ code }) => trace("TeamInvitations.details", callAsClient(wire.details, { payload: { code: toRedacted(code) } }))

/**
 * The errors of {@link accept}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AcceptError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamInvitationRestrictedUserNotAllowed
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes the user who is signed in a member of the team that a code invites to, and uses the code up. A user who is a
 * member already stays one.
 *
 * Fails with `TeamInvitationRestrictedUserNotAllowed` for a restricted user, in services since 2026.
 *
 * **Gotchas**
 *
 * The service uses the code up even if it then refuses the user: a restricted one, or one that does not exist any more. Call
 * `details` first, which refuses a restricted user without using the code up. If no user is signed in, nothing is sent.
 *
 * @category accepting
 * @since 0.1.0
 */
export const accept: (options: { readonly code: Secret }) => Effect.Effect<
  void,
  AcceptError,
  Client
> = ({ code }) =>
  trace("TeamInvitations.accept", Effect.asVoid(callAsClient(wire.accept, { payload: { code: toRedacted(code) } })))

/**
 * The errors of {@link acceptById}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AcceptByIdError =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.TeamInvitationRestrictedUserNotAllowed
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes the user who is signed in a member of the team that an invitation of `listOwn` is for. Services since 2026.
 *
 * Fails with `VerificationCodeNotFound` for an invitation that is not open any more, or was not sent to a verified address of
 * the user. Fails with `TeamInvitationRestrictedUserNotAllowed` for a restricted user, and keeps the invitation.
 *
 * @category accepting
 * @since 0.1.0
 */
export const acceptById: (invitation: { readonly id: string }) => Effect.Effect<
  void,
  AcceptByIdError,
  Client
> = ({ id }) =>
  trace(
    "TeamInvitations.acceptById",
    Effect.asVoid(callAsClient(wire.acceptById, { params: { id }, query: { userId: "me" }, payload: {} }))
  )

/** @since 0.1.0 */
export type { TeamInvitation, TeamInvitationCreation, TeamInvitationDetails } from "../wire/teamInvitations.ts"
