/** The codecs for users. */
import { array, boolean, type Codec, dateFromMillis, finite, nullOr, optional, string } from "./Codec.ts"
import { type Json, json } from "./Json.ts"
import { struct } from "./Struct.ts"
import { ServerTeam, Team } from "./teams.ts"

/** An OAuth account that a user signs in with. */
export type OAuthProviderOfUser = {
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
 */
export interface RestrictedReason {
  readonly type: "anonymous" | "email_not_verified" | "restricted_by_administrator" | (string & {})
}

/** A user with the fields that the user may see. */
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
  /** `true` if the user must complete a step before using the app. @generation 2026 */
  readonly isRestricted?: boolean | undefined
  /** `null` for a user who is not restricted. @generation 2026 */
  readonly restrictedReason?: RestrictedReason | null | undefined
  /** `true` if a server or a sign-up rule restricted the user. @generation 2026 */
  readonly restrictedByAdmin?: boolean | undefined
  /** A text for the user. @generation 2026 */
  readonly restrictedByAdminReason?: string | null | undefined
  readonly oauthProviders: ReadonlyArray<OAuthProviderOfUser>
  readonly selectedTeamId: string | null
  readonly selectedTeam: Team | null
}

/** A user with the fields that servers may see. */
export interface ServerUser extends User {
  readonly primaryEmailAuthEnabled: boolean
  /** Written and readable by servers only. */
  readonly serverMetadata: Json
  /** When the user last received an access token, by a sign-in or a refresh. Initially the time of sign-up. */
  readonly lastActiveAt: Date
  /** A text for servers only. @generation 2026 */
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  /** The user's country as ISO 3166-1 alpha-2 in upper case. @generation 2026 */
  readonly countryCode?: string | null | undefined
  /** The risk scores of the sign-up. @generation 2026 */
  readonly riskScores?: RiskScores | undefined
  readonly selectedTeam: ServerTeam | null
}

/** Scores from 0 (no risk) to 100. */
export interface RiskScores {
  readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number }
}

export const RiskScores: Codec<RiskScores> = /*#__PURE__*/ struct(() => ({
  signUp: struct({ bot: finite, freeTrialAbuse: finite })
}))

const accounts = () => array(struct({ id: string, accountId: string, email: nullOr(string) }))

/** A codec for each field, so that a missing one is a type error, also for an optional field. */
type CodecsOf<A> = { readonly [K in keyof A]-?: Codec<A[K]> }

const fields = (): CodecsOf<User> => ({
  id: string,
  displayName: nullOr(string),
  primaryEmail: nullOr(string),
  primaryEmailVerified: boolean,
  profileImageUrl: nullOr(string),
  signedUpAt: dateFromMillis,
  clientMetadata: json,
  clientReadOnlyMetadata: json,
  hasPassword: boolean,
  authWithEmail: boolean,
  otpAuthEnabled: boolean,
  passkeyAuthEnabled: boolean,
  requiresTotpMfa: boolean,
  isAnonymous: boolean,
  isRestricted: optional(boolean),
  restrictedReason: optional(nullOr(struct({ type: string }))),
  restrictedByAdmin: optional(boolean),
  restrictedByAdminReason: optional(nullOr(string)),
  oauthProviders: accounts(),
  selectedTeamId: nullOr(string),
  selectedTeam: nullOr(Team)
})

export const User: Codec<User> = /*#__PURE__*/ struct(fields, { signedUpAt: "signed_up_at_millis" })

export const ServerUser: Codec<ServerUser> = /*#__PURE__*/ struct((): CodecsOf<ServerUser> => ({
  ...fields(),
  primaryEmailAuthEnabled: boolean,
  serverMetadata: json,
  lastActiveAt: dateFromMillis,
  restrictedByAdminPrivateDetails: optional(nullOr(string)),
  countryCode: optional(nullOr(string)),
  riskScores: optional(RiskScores),
  selectedTeam: nullOr(ServerTeam)
}), { signedUpAt: "signed_up_at_millis", lastActiveAt: "last_active_at_millis" })
