/**
 * The codecs of users.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { optionalBoolean } from "./boolean.ts"
import { type Json, json } from "./Json.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { ServerTeam, Team } from "./teams.ts"

/**
 * An OAuth account that a user signs in with.
 *
 * @category models
 * @since 0.1.0
 */
export interface OAuthProviderOfUser {
  /** The provider, such as `github`. */
  readonly id: string
  readonly accountId: string
  readonly email: string | null
}

/**
 * The reason why a user is restricted. A newer service may send other strings.
 *
 * - `anonymous`: the user has not signed up.
 * - `email_not_verified`: the project requires a verified primary email address, and the user's is not verified.
 * - `restricted_by_administrator`: a server or a sign-up rule restricted the user.
 *
 * @category models
 * @since 0.1.0
 */
export interface RestrictedReason {
  readonly type: "anonymous" | "email_not_verified" | "restricted_by_administrator" | (string & {})
}

/**
 * A user with the fields that the user may see.
 *
 * @category models
 * @since 0.1.0
 */
export interface User {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  /** Written and readable by the user. */
  readonly clientMetadata: Json
  /** Written by servers, readable by the user. */
  readonly clientReadOnlyMetadata: Json
  readonly hasPassword: boolean
  /** `true` if the user can sign in with an email address, by password or by code. */
  readonly authWithEmail: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly requiresTotpMfa: boolean
  readonly isAnonymous: boolean
  /** `true` if the user must complete a step before using the app. Services since 2026. */
  readonly isRestricted?: boolean | undefined
  /** `null` for a user who is not restricted. Services since 2026. */
  readonly restrictedReason?: RestrictedReason | null | undefined
  /** `true` if a server or a sign-up rule restricted the user. Services since 2026. */
  readonly restrictedByAdmin?: boolean | undefined
  /** A text for the user. Services since 2026. */
  readonly restrictedByAdminReason?: string | null | undefined
  readonly oauthProviders: ReadonlyArray<OAuthProviderOfUser>
  readonly selectedTeamId: string | null
  readonly selectedTeam: Team | null
}

/**
 * A user with the fields that servers may see.
 *
 * @category models
 * @since 0.1.0
 */
export interface ServerUser extends User {
  readonly primaryEmailAuthEnabled: boolean
  /** Written and readable by servers only. */
  readonly serverMetadata: Json
  /** When the user last received an access token, by a sign-in or a refresh. Initially the time of sign-up. */
  readonly lastActiveAt: Date
  /** A text for servers only. Services since 2026. */
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  /** The user's country as ISO 3166-1 alpha-2 in upper case. Services since 2026. */
  readonly countryCode?: string | null | undefined
  /** The risk scores of the sign-up. Services since 2026. */
  readonly riskScores?: RiskScores | undefined
  readonly selectedTeam: ServerTeam | null
}

/**
 * Scores from 0 (no risk) to 100.
 *
 * @category models
 * @since 0.1.0
 */
export interface RiskScores {
  readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number }
}

/** @since 0.1.0 */
export const RiskScores: () => Wire<RiskScores> = /*#__PURE__*/ memoize(() =>
  struct({ signUp: struct({ bot: Schema.Finite, freeTrialAbuse: Schema.Finite }) })
)

/**
 * Creates the codec of an optional string that may be `null`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const nullableString = () => Schema.optional(Schema.NullOr(Schema.String))

const accounts = () =>
  Schema.Array(struct({ id: Schema.String, accountId: Schema.String, email: Schema.NullOr(Schema.String) }))

const fields = () => ({
  id: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Schema.Boolean,
  profileImageUrl: Schema.NullOr(Schema.String),
  signedUpAt: Schema.DateFromMillis,
  clientMetadata: json(),
  clientReadOnlyMetadata: json(),
  hasPassword: Schema.Boolean,
  authWithEmail: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  requiresTotpMfa: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  isRestricted: optionalBoolean(),
  restrictedReason: Schema.optional(Schema.NullOr(struct({ type: Schema.String }))),
  restrictedByAdmin: optionalBoolean(),
  restrictedByAdminReason: nullableString(),
  oauthProviders: accounts(),
  selectedTeamId: Schema.NullOr(Schema.String),
  selectedTeam: Schema.NullOr(Team())
})

/** @since 0.1.0 */
export const User: () => Wire<User> = /*#__PURE__*/ memoize(() =>
  struct(fields(), { signedUpAt: "signed_up_at_millis" })
)

/** @since 0.1.0 */
export const ServerUser: () => Wire<ServerUser> = /*#__PURE__*/ memoize(() =>
  struct({
    ...fields(),
    primaryEmailAuthEnabled: Schema.Boolean,
    serverMetadata: json(),
    lastActiveAt: Schema.DateFromMillis,
    restrictedByAdminPrivateDetails: nullableString(),
    countryCode: nullableString(),
    riskScores: Schema.optional(RiskScores()),
    selectedTeam: Schema.NullOr(ServerTeam())
  }, { signedUpAt: "signed_up_at_millis", lastActiveAt: "last_active_at_millis" })
)
