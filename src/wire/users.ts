/** The user endpoints. */
import type { Secret } from "../platform/toRedacted.ts"
import { array, boolean, booleanFromString, finiteFromString, nullOr, optional, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { type Json, jsonInput } from "./Json.ts"
import {
  BodyParsingError,
  CannotGetOwnUserWithoutUser,
  RequestSchemaError,
  TeamMembershipNotFound,
  UserNotFound,
  UserWithEmailAlreadyExists
} from "./KnownErrors.ts"
import { pageOf } from "./listOf.ts"
import { orderBy } from "./orderBy.ts"
import type { RedactedFields } from "./redactFields.ts"
import { struct } from "./Struct.ts"
import { type OAuthProviderOfUser, RiskScores, ServerUser, User } from "./User.ts"
import { uuid } from "./uuid.ts"

/** A change of the signed-in user. Omitted fields keep their values; `null` clears it. */
export interface UserUpdate {
  /**
   * A new primary email address. Clients need a service since 2026, which keeps the old address as a contact channel
   * that can still sign in. `null` removes the primary address.
   */
  readonly primaryEmail?: string | null | undefined
  readonly displayName?: string | null | undefined
  readonly clientMetadata?: Json | undefined
  /** A team that the user is a member of. */
  readonly selectedTeamId?: string | null | undefined
  /** The Base64 of 20 random bytes turns TOTP on; `null` turns it off. */
  readonly totpSecretBase64?: Secret | null | undefined
  /** A `data:` URL with a Base64 image. The service accepts no other URLs from clients. */
  readonly profileImageUrl?: string | null | undefined
  /** `true` if the user can sign in with links and codes from emails. */
  readonly otpAuthEnabled?: boolean | undefined
  /** Only `false` is accepted. It removes the passkey. */
  readonly passkeyAuthEnabled?: boolean | undefined
}

/** A change of a user by a server. */
export interface ServerUserUpdate extends UserUpdate {
  readonly clientReadOnlyMetadata?: Json | undefined
  readonly serverMetadata?: Json | undefined
  readonly primaryEmailVerified?: boolean | undefined
  /** `true` if the user can sign in with the primary address. `false` by default for new users. */
  readonly primaryEmailAuthEnabled?: boolean | undefined
  /** A new password, which ends all user sessions. `null` removes the password. */
  readonly password?: Secret | null | undefined
  /** A bcrypt hash with at most 16 rounds, instead of `password`. */
  readonly passwordHash?: Secret | undefined
  /** Only `false` is accepted. It converts an anonymous user to a regular one. */
  readonly isAnonymous?: boolean | undefined
  /** Restricts the user, or removes the restriction. @generation 2026 */
  readonly restrictedByAdmin?: boolean | undefined
  /** A text for the user. Must be `null` unless `restrictedByAdmin` is `true`. @generation 2026 */
  readonly restrictedByAdminReason?: string | null | undefined
  /** A text for servers only. Must be `null` unless `restrictedByAdmin` is `true`. @generation 2026 */
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  /** ISO 3166-1 alpha-2, such as `DE`. @generation 2026 */
  readonly countryCode?: string | null | undefined
  /** @generation 2026 */
  readonly riskScores?: RiskScores | undefined
}

/** A new user. */
export interface UserCreation extends Omit<ServerUserUpdate, "selectedTeamId"> {
  readonly oauthProviders?: ReadonlyArray<NewOAuthAccount> | undefined
}

/** An OAuth account of a new user. `email` is optional. */
export type NewOAuthAccount = Omit<OAuthProviderOfUser, "email"> & {
  readonly email?: string | null | undefined
}

/** The fields of users that contain secrets. */
export const secretUserFields = ["totpSecretBase64", "password", "passwordHash"] as const

/** A change of a user whose secrets are redacted. */
export type RedactedUserUpdate = RedactedFields<ServerUserUpdate, typeof secretUserFields[number]>

const nullableSecret = () => optional(nullOr(secret))
const metadata = () => optional(jsonInput)

const updateFields = () => ({
  primaryEmail: optional(nullOr(string)),
  displayName: optional(nullOr(string)),
  clientMetadata: metadata(),
  totpSecretBase64: nullableSecret(),
  profileImageUrl: optional(nullOr(string)),
  otpAuthEnabled: optional(boolean),
  passkeyAuthEnabled: optional(boolean)
})

const serverFields = () => ({
  ...updateFields(),
  clientReadOnlyMetadata: metadata(),
  serverMetadata: metadata(),
  primaryEmailVerified: optional(boolean),
  primaryEmailAuthEnabled: optional(boolean),
  password: nullableSecret(),
  passwordHash: optional(secret),
  isAnonymous: optional(boolean),
  restrictedByAdmin: optional(boolean),
  restrictedByAdminReason: optional(nullOr(string)),
  restrictedByAdminPrivateDetails: optional(nullOr(string)),
  countryCode: optional(nullOr(string)),
  riskScores: optional(RiskScores)
})

const addedForServers = [
  "restricted_by_admin",
  "restricted_by_admin_reason",
  "restricted_by_admin_private_details",
  "country_code",
  "risk_scores"
]

const teamId = () => optional(nullOr(uuid))
const userUpdate = () => struct({ ...updateFields(), selectedTeamId: teamId() })
const serverUserUpdate = () => struct({ ...serverFields(), selectedTeamId: teamId() })
const userId = () => struct({ userId: uuid })

export const getCurrent = endpoint("users.me.get", "GET", "/users/me", { session: true, claims: "returned" }, () => ({
  success: User,
  errors: [CannotGetOwnUserWithoutUser]
}))

export const updateCurrent = endpoint("users.me.update", "PATCH", "/users/me", {
  session: true,
  claims: "returned",
  addedFields: ["primary_email"]
}, () => ({
  payload: userUpdate(),
  success: User,
  errors: [
    BodyParsingError,
    CannotGetOwnUserWithoutUser,
    UserWithEmailAlreadyExists,
    TeamMembershipNotFound,
    RequestSchemaError
  ]
}))

export const removeCurrent = endpoint("users.me.remove", "DELETE", "/users/me", { session: true }, () => ({
  errors: [CannotGetOwnUserWithoutUser]
}))

export const getCurrentAsServer = endpoint("users.me.get.server", "GET", "/users/me", {
  level: "server",
  session: true,
  claims: "returned"
}, () => ({
  success: ServerUser,
  errors: [CannotGetOwnUserWithoutUser]
}))

export const updateCurrentAsServer = endpoint("users.me.update.server", "PATCH", "/users/me", {
  level: "server",
  session: true,
  claims: "returned",
  addedFields: addedForServers
}, () => ({
  payload: serverUserUpdate(),
  success: ServerUser,
  errors: updateCurrent.errors
}))

export const create = endpoint("users.create", "POST", "/users", {
  level: "server",
  status: 201,
  addedFields: addedForServers
}, () => ({
  payload: struct({
    ...serverFields(),
    oauthProviders: optional(array(struct({ id: string, accountId: string, email: optional(nullOr(string)) })))
  }),
  success: ServerUser,
  errors: [BodyParsingError, UserWithEmailAlreadyExists, RequestSchemaError]
}))

export const get = endpoint("users.get", "GET", "/users/:userId", { level: "server" }, () => ({
  params: userId(),
  success: ServerUser,
  errors: [UserNotFound, RequestSchemaError]
}))

export const update = endpoint(
  "users.update",
  "PATCH",
  "/users/:userId",
  { level: "server", addedFields: addedForServers },
  () => ({
    params: userId(),
    payload: serverUserUpdate(),
    success: ServerUser,
    errors: [BodyParsingError, UserNotFound, UserWithEmailAlreadyExists, TeamMembershipNotFound, RequestSchemaError]
  })
)

export const remove = endpoint("users.remove", "DELETE", "/users/:userId", { level: "server" }, () => ({
  params: userId(),
  errors: [UserNotFound, RequestSchemaError]
}))

/** The filter and the order of a list of users. */
export interface UserFilter {
  /** Part of a display name or email address, case-insensitive, or a complete user id. */
  readonly query?: string | undefined
  readonly teamId?: string | undefined
  /** The order. `signedUpAt` is the default. Services up to 2.8.86 refuse `lastActiveAt` with `RequestSchemaError`. */
  readonly orderBy?: "signedUpAt" | "lastActiveAt" | undefined
  /** `true` lists the users with the latest time first; `false`, the default, with the earliest. */
  readonly desc?: boolean | undefined
  /**
   * Includes restricted users. Services since 2026, which exclude them by default. Older services have no restricted
   * users.
   */
  readonly includeRestricted?: boolean | undefined
  /**
   * Includes restricted and anonymous users. Services since 2026, which exclude them by default. Older services list
   * all users.
   */
  readonly includeAnonymous?: boolean | undefined
  /** Lists only anonymous users. Requires `includeAnonymous: true`. @generation 2026 */
  readonly onlyAnonymous?: boolean | undefined
}

export const list = endpoint("users.list", "GET", "/users", {
  level: "server",
  addedFields: ["include_restricted", "include_anonymous", "only_anonymous"]
}, () => ({
  query: struct({
    cursor: optional(string),
    limit: optional(finiteFromString),
    orderBy: optional(orderBy("signedUpAt", "lastActiveAt")),
    desc: optional(booleanFromString),
    query: optional(string),
    teamId: optional(uuid),
    includeRestricted: optional(booleanFromString),
    includeAnonymous: optional(booleanFromString),
    onlyAnonymous: optional(booleanFromString)
  }),
  success: pageOf(ServerUser),
  errors: [RequestSchemaError]
}))

export type { Page } from "./listOf.ts"

export { type RestrictedReason, RiskScores, ServerUser, User } from "./User.ts"
