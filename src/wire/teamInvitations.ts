/** The codecs for team invitations, and their endpoints. */
import { type Codec, dateFromMillis, literal, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired,
  UserAuthenticationRequired,
  UserNotFound,
  VerificationCodeNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"
import { code, codeErrors, validCode } from "./verificationCodes.ts"

/** A pending invitation to a team. */
export interface TeamInvitation {
  readonly id: string
  readonly teamId: string
  /** @generation 2026 */
  readonly teamDisplayName?: string | undefined
  readonly recipientEmail: string
  readonly expiresAt: Date
}

export const TeamInvitation: Codec<TeamInvitation> = /*#__PURE__*/ struct(() => ({
  id: string,
  teamId: string,
  teamDisplayName: optional(string),
  recipientEmail: string,
  expiresAt: dateFromMillis
}), { expiresAt: "expires_at_millis" })

/** An invitation's details, which its code reveals before it is accepted. */
export interface TeamInvitationDetails {
  readonly teamId: string
  readonly teamDisplayName: string
}

/** A new invitation to a team. */
export interface TeamInvitationCreation {
  readonly teamId: string
  /**
   * The address that receives the email. Any user with the code may accept the invitation, except in services that fail
   * with `TeamInvitationEmailMismatch`.
   */
  readonly email: string
  /**
   * The page that the link opens, with the code as `code` in its query. It must be on a trusted domain of the project.
   */
  readonly callbackUrl: string
}

const teamQuery = () => struct({ teamId: uuid })
const userQuery = () => struct({ userId: uuidOrMe })
const invitationId = () => struct({ id: uuid })

const sendShape = () => ({
  payload: struct({ email: string, teamId: uuid, callbackUrl: string }),
  success: struct({ success: literal(true), id: string })
})

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

export const sendCodeAsServer = endpoint("teamInvitations.sendCode.server", "POST", "/team-invitations/send-code", {
  level: "server"
}, () => ({
  ...sendShape(),
  errors: [RedirectUrlNotWhitelisted, RequestSchemaError]
}))

export const list = endpoint("teamInvitations.list", "GET", "/team-invitations", { session: true }, () => ({
  query: teamQuery(),
  success: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

export const listAsServer = endpoint(
  "teamInvitations.list.server",
  "GET",
  "/team-invitations",
  { level: "server" },
  () => ({
    query: teamQuery(),
    success: listOf(TeamInvitation),
    errors: [TeamNotFound, RequestSchemaError]
  })
)

const userListShape = () => ({
  query: userQuery(),
  success: listOf(TeamInvitation),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
})

export const listOwn = endpoint("teamInvitations.listOwn", "GET", "/team-invitations", {
  session: true,
  generation: "2026"
}, userListShape)

export const listForUserAsServer = endpoint("teamInvitations.listForUser.server", "GET", "/team-invitations", {
  level: "server",
  session: "me",
  generation: "2026"
}, userListShape)

export const revoke = endpoint("teamInvitations.revoke", "DELETE", "/team-invitations/:id", { session: true }, () => ({
  params: invitationId(),
  query: teamQuery(),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, RequestSchemaError]
}))

export const revokeAsServer = endpoint("teamInvitations.revoke.server", "DELETE", "/team-invitations/:id", {
  level: "server"
}, () => ({
  params: invitationId(),
  query: teamQuery(),
  errors: [TeamNotFound, RequestSchemaError]
}))

/** The reasons for which a service may refuse the user of an invitation's code. Services from 2025 refuse only visitors. */
const userErrors = () =>
  [UserAuthenticationRequired, TeamInvitationRestrictedUserNotAllowed, TeamInvitationEmailMismatch] as const

export const accept = endpoint("teamInvitations.accept", "POST", "/team-invitations/accept", {
  session: true,
  claims: "changed"
}, () => ({
  payload: code,
  success: struct({}),
  errors: [...codeErrors(), ...userErrors(), RequestSchemaError]
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

export const acceptById = endpoint("teamInvitations.acceptById", "POST", "/team-invitations/:id/accept", {
  session: true,
  claims: "changed",
  generation: "2026",
  alternative: "teamInvitations.accept, with the code from the email"
}, () => ({ ...acceptByIdShape(), errors: acceptByIdErrors() }))

export const acceptByIdAsServer = endpoint(
  "teamInvitations.acceptById.server",
  "POST",
  "/team-invitations/:id/accept",
  {
    level: "server",
    session: "me",
    claims: "changed",
    generation: "2026",
    alternative: "teamMemberships.create.server"
  },
  () => ({ ...acceptByIdShape(), errors: [UserNotFound, ...acceptByIdErrors()] })
)

export const checkCode = endpoint(
  "teamInvitations.acceptCheck",
  "POST",
  "/team-invitations/accept/check-code",
  { session: "optional" },
  () => ({
    payload: code,
    success: validCode,
    errors: [...codeErrors(), ...userErrors(), RequestSchemaError]
  })
)

export const getDetails = endpoint("teamInvitations.getDetails", "POST", "/team-invitations/accept/details", {
  session: true
}, () => ({
  payload: code,
  success: struct({ teamId: string, teamDisplayName: string }),
  errors: [...codeErrors(), ...userErrors(), RequestSchemaError]
}))
