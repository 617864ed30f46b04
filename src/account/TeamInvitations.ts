/**
 * Invitations to teams, by email.
 *
 * **Example** (The link's page)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { TeamInvitations } from "latchkey"
 *
 * const join = Effect.fnUntraced(function*(url: URL, confirm: (team: string) => Effect.Effect<boolean>) {
 *   const code = url.searchParams.get("code") ?? ""
 *   const { teamDisplayName } = yield* TeamInvitations.getDetails({ code })
 *   if (yield* confirm(teamDisplayName)) yield* TeamInvitations.accept({ code })
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link send}. */
export type SendError = Errors<typeof wire.sendCode>

/**
 * Invites an email address to a team, and returns the invitation's id. It expires after 7 days.
 *
 * The user needs the permission `$invite_members` in the team. The link opens `callbackUrl`, by default the app's page
 * `teamInvitation`, with a `code` query parameter for `getDetails` and `accept`.
 */
export const send: WithCallbackUrl<
  Omit<wire.TeamInvitationCreation, "callbackUrl">,
  { readonly id: string },
  SendError
> = ({ callbackUrl: callbackUrlOption, ...invitation }) =>
  trace(
    "TeamInvitations.send",
    callbackUrlOr(callbackUrlOption, "teamInvitation").pipe(
      Effect.flatMap((callbackUrl) => callAsClient(wire.sendCode, { payload: { ...invitation, callbackUrl } })),
      Effect.map(({ id }) => ({ id }))
    )
  )

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Lists the pending invitations to a team. Services from 2025 list the newest first, later ones the oldest first. The user
 * needs the permissions `$read_members` and `$invite_members` in the team.
 */
export const list = (teamId: string): Effect.Effect<ReadonlyArray<wire.TeamInvitation>, ListError, Client> =>
  trace("TeamInvitations.list", takeItems(callAsClient(wire.list, { query: { teamId } })))

/** Errors from {@link listOwn}. */
export type ListOwnError = Errors<typeof wire.listOwn>

/**
 * Lists the signed-in user's pending invitations.
 *
 * These are the invitations to the user's verified addresses. `acceptById` accepts one without the code.
 *
 * **Example** (Accepting the first invitation)
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
 * @generation 2026
 */
export const listOwn: Effect.Effect<ReadonlyArray<wire.TeamInvitation>, ListOwnError, Client> = /*#__PURE__*/ trace(
  "TeamInvitations.listOwn",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.listOwn, { query: { userId: "me" } }))
)

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof wire.revoke>

/**
 * Revokes an invitation. Its code then fails with `VerificationCodeNotFound`. The user needs the permission `$remove_members`
 * in the team.
 *
 * **Gotchas**
 *
 * If the invitation was already accepted or revoked, the recorded service fails with the `ApiError` reason
 * `ServiceUnavailable`.
 */
export const revoke = (
  { id, teamId }: { readonly teamId: string; readonly id: string }
): Effect.Effect<void, RevokeError, Client> =>
  trace(
    "TeamInvitations.revoke",
    Effect.asVoid(callAsClient(wire.revoke, { params: { id }, query: { teamId } }))
  )

/** Errors from calls with a code. */
type CodeRefusedError =
  | KnownErrors.VerificationCodeError
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.TeamInvitationRestrictedUserNotAllowed
  | KnownErrors.TeamInvitationEmailMismatch
  | KnownErrors.RequestSchemaError
  | ApiError

/** Errors from {@link checkCode}. */
export type CheckCodeError = CodeRefusedError

/**
 * Checks a code for `accept`, without consuming it. Fails with the reason if the code is invalid.
 *
 * The recorded services need no signed-in user, and do not check one. Services that compare the user's addresses with the
 * invited one need the session, which is sent if there is one. They fail with `UserAuthenticationRequired` without a user,
 * and otherwise as `getDetails` does.
 *
 * A code expires after 7 days, or after 20 attempts. Each check and each `getDetails` call is an attempt.
 */
export const checkCode = ({ code }: { readonly code: Secret }): Effect.Effect<void, CheckCodeError, Client> =>
  trace(
    "TeamInvitations.checkCode",
    Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } }))
  )

/** Errors from {@link getDetails}. */
export type GetDetailsError = CodeRefusedError

/**
 * Gets an invitation's team, without consuming the code.
 *
 * In services since 2026, fails with `TeamInvitationRestrictedUserNotAllowed` if the user is restricted. Some fail with
 * `TeamInvitationEmailMismatch` if the invited address is not one of the user's verified addresses.
 */
export const getDetails = (
  { code }: { readonly code: Secret }
): Effect.Effect<wire.TeamInvitationDetails, GetDetailsError, Client> =>
  trace("TeamInvitations.getDetails", callAsClient(wire.getDetails, { payload: { code: toRedacted(code) } }))

/** Errors from {@link accept}. */
export type AcceptError = CodeRefusedError

/**
 * Accepts an invitation: adds the signed-in user to the team, and consumes the code. Changes nothing for a member of the
 * team.
 *
 * In services since 2026, fails with `TeamInvitationRestrictedUserNotAllowed` if the user is restricted. Some fail with
 * `TeamInvitationEmailMismatch` if the invited address is not one of the user's verified addresses; the code then stays valid.
 *
 * **Gotchas**
 *
 * The service consumes the code even if it then refuses a restricted or deleted user. Call `getDetails` first, which refuses
 * restricted users without consuming the code. If no user is signed in, no request is sent.
 */
export const accept = ({ code }: { readonly code: Secret }): Effect.Effect<void, AcceptError, Client> =>
  trace("TeamInvitations.accept", Effect.asVoid(callAsClient(wire.accept, { payload: { code: toRedacted(code) } })))

/** Errors from {@link acceptById}. */
export type AcceptByIdError = Errors<typeof wire.acceptById>

/**
 * Accepts an invitation from `listOwn`.
 *
 * Fails with `VerificationCodeNotFound` if the invitation is not pending, or was not sent to a verified address of the user.
 * Fails with `TeamInvitationRestrictedUserNotAllowed` if the user is restricted; the invitation then stays valid.
 *
 * @generation 2026
 */
export const acceptById = ({ id }: { readonly id: string }): Effect.Effect<void, AcceptByIdError, Client> =>
  trace(
    "TeamInvitations.acceptById",
    Effect.asVoid(callAsClient(wire.acceptById, { params: { id }, query: { userId: "me" }, payload: {} }))
  )

export type { TeamInvitation, TeamInvitationCreation, TeamInvitationDetails } from "../wire/teamInvitations.ts"
