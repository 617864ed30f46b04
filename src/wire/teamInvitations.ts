/**
 * Invitations to teams as they travel, and the requests about them.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired,
  UserAuthenticationRequired,
  UserNotFound,
  VerificationCodeNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { success } from "./success.ts"
import { uuid, uuidOrMe } from "./uuid.ts"
import { code, codeErrors, validCode } from "./verificationCodes.ts"

/**
 * An invitation to a team that was mailed and not accepted yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface TeamInvitation {
  readonly id: string
  readonly teamId: string
  /** Services since 2026. */
  readonly teamDisplayName?: string | undefined
  readonly recipientEmail: string
  readonly expiresAt: Date
}

/** @since 0.1.0 */
export const TeamInvitation: () => Wire<TeamInvitation> = /*#__PURE__*/ memoize(() =>
  struct({
    id: Schema.String,
    teamId: Schema.String,
    teamDisplayName: Schema.optional(Schema.String),
    recipientEmail: Schema.String,
    expiresAt: Schema.DateFromMillis
  }, { expiresAt: "expires_at_millis" })
)

/**
 * What a code from an invitation's mail tells before it is used.
 *
 * @category models
 * @since 0.1.0
 */
export interface TeamInvitationDetails {
  readonly teamId: string
  readonly teamDisplayName: string
}

/**
 * Who is invited to what, and where the mail's link leads.
 *
 * @category models
 * @since 0.1.0
 */
export interface TeamInvitationCreation {
  readonly teamId: string
  /** The address that the mail goes to. Whoever holds the code may accept, whatever the own address is. */
  readonly email: string
  /** Where the link leads, with the code as `code` in its query. It must be on one of the project's trusted domains. */
  readonly callbackUrl: string
}

const teamQuery = () => struct({ teamId: uuid() })
const userQuery = () => struct({ userId: uuidOrMe() })
const invitationId = () => struct({ id: uuid() })

const sendShape = () => ({
  payload: struct({ email: Schema.String, teamId: uuid(), callbackUrl: Schema.String }),
  success: struct({ success: Schema.Literal(true), id: Schema.String })
})

/** @since 0.1.0 */
export const sendCode = endpoint(
  "teamInvitations.sendCode",
  "POST",
  "/team-invitations/send-code",
  { session: true },
  () => ({
    ...sendShape(),
    errors: [
      UserAuthenticationRequired,
      TeamMembershipNotFound,
      TeamPermissionRequired,
      RedirectUrlNotWhitelisted,
      RequestSchemaError
    ]
  })
)

/** @since 0.1.0 */
export const sendCodeAsServer = endpoint("teamInvitations.sendCode.server", "POST", "/team-invitations/send-code", {
  level: "server"
}, () => ({
  ...sendShape(),
  errors: [RedirectUrlNotWhitelisted, RequestSchemaError]
}))

/** @since 0.1.0 */
export const list = endpoint("teamInvitations.list", "GET", "/team-invitations", { session: true }, () => ({
  query: teamQuery(),
  success: listOf(TeamInvitation()),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

/** @since 0.1.0 */
export const listAsServer = endpoint(
  "teamInvitations.list.server",
  "GET",
  "/team-invitations",
  { level: "server" },
  () => ({
    query: teamQuery(),
    success: listOf(TeamInvitation()),
    errors: [TeamNotFound, RequestSchemaError]
  })
)

/** @since 0.1.0 */
export const listOwn = endpoint("teamInvitations.listOwn", "GET", "/team-invitations", {
  session: true,
  generation: "2026"
}, () => ({
  query: userQuery(),
  success: listOf(TeamInvitation()),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

/** @since 0.1.0 */
export const listOfUserAsServer = endpoint("teamInvitations.listOfUser.server", "GET", "/team-invitations", {
  level: "server",
  session: "me",
  generation: "2026"
}, () => ({
  query: userQuery(),
  success: listOf(TeamInvitation()),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

/** @since 0.1.0 */
export const remove = endpoint("teamInvitations.delete", "DELETE", "/team-invitations/:id", { session: true }, () => ({
  params: invitationId(),
  query: teamQuery(),
  success: success(),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

/** @since 0.1.0 */
export const removeAsServer = endpoint("teamInvitations.delete.server", "DELETE", "/team-invitations/:id", {
  level: "server"
}, () => ({
  params: invitationId(),
  query: teamQuery(),
  success: success(),
  errors: [TeamNotFound, RequestSchemaError]
}))

/** @since 0.1.0 */
export const accept = endpoint("teamInvitations.accept", "POST", "/team-invitations/accept", { session: true }, () => ({
  payload: code(),
  success: struct({}),
  errors: [...codeErrors(), UserAuthenticationRequired, TeamInvitationRestrictedUserNotAllowed, RequestSchemaError]
}))

const acceptByIdShape = () => ({
  params: invitationId(),
  query: userQuery(),
  payload: struct({}),
  success: struct({})
})

const acceptByIdErrors = () =>
  [
    VerificationCodeNotFound,
    TeamInvitationRestrictedUserNotAllowed,
    CannotGetOwnUserWithoutUser,
    RequestSchemaError
  ] as const

/** @since 0.1.0 */
export const acceptById = endpoint("teamInvitations.acceptById", "POST", "/team-invitations/:id/accept", {
  session: true,
  generation: "2026",
  alternative: "teamInvitations.accept, with the code of the mail"
}, () => ({ ...acceptByIdShape(), errors: acceptByIdErrors() }))

/** @since 0.1.0 */
export const acceptByIdAsServer = endpoint(
  "teamInvitations.acceptById.server",
  "POST",
  "/team-invitations/:id/accept",
  {
    level: "server",
    session: "me",
    generation: "2026",
    alternative: "teamMemberships.create.server"
  },
  () => ({ ...acceptByIdShape(), errors: [UserNotFound, ...acceptByIdErrors()] })
)

/** @since 0.1.0 */
export const checkCode = endpoint(
  "teamInvitations.acceptCheck",
  "POST",
  "/team-invitations/accept/check-code",
  {},
  () => ({
    payload: code(),
    success: validCode(),
    errors: [...codeErrors(), RequestSchemaError]
  })
)

/** @since 0.1.0 */
export const details = endpoint("teamInvitations.acceptDetails", "POST", "/team-invitations/accept/details", {
  session: true
}, () => ({
  payload: code(),
  success: struct({ teamId: Schema.String, teamDisplayName: Schema.String }),
  errors: [...codeErrors(), UserAuthenticationRequired, TeamInvitationRestrictedUserNotAllowed, RequestSchemaError]
}))
