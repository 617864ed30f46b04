/** The rows of the emulator's in-memory state. */
import type { OnboardingStatus, ProjectLogos } from "../../wire/adminProjects.ts"
import type { ConfigLevel, ConfigSource, ConfigValue, SignUpRule } from "../../wire/config.ts"
import type { EmailTemplateSource } from "../../wire/emailSources.ts"
import type { EmailTemplateType } from "../../wire/emailTemplates.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import type { Json, JsonObject } from "../../wire/Json.ts"
import type { Domain, EmailConfig, OAuthAccountMergeStrategy, OAuthProviderConfig } from "../../wire/projectConfig.ts"
import type { RiskScores } from "../../wire/users.ts"
import type { WebhookRows } from "../webhooks/types.ts"
import type { AuthorizationCodeRow, OAuthAccountRow, OAuthFlowRow } from "./oauthRows.ts"
import type { Table } from "./Table.ts"
import type { UserTable } from "./UserTable.ts"

/** A project's settings. */
export interface ProjectConfig {
  signUpEnabled: boolean
  credentialEnabled: boolean
  magicLinkEnabled: boolean
  passkeyEnabled: boolean
  anonymousEnabled: boolean
  clientTeamCreationEnabled: boolean
  clientUserDeletionEnabled: boolean
  allowUserApiKeys: boolean
  allowTeamApiKeys: boolean
  allowLocalhost: boolean
  /** `true` if users with an unverified primary email are restricted. 2026 generation only. */
  requireEmailVerification: boolean
  /** `true` if clients must send a publishable client key. Ignored before 2026, when it is always required. */
  requirePublishableClientKey: boolean
  createTeamOnSignUp: boolean
  oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  domains: ReadonlyArray<Domain>
  oauthProviders: ReadonlyArray<OAuthProviderConfig>
  emailConfig: EmailConfig
  /**
   * `true` if only users with the invited address, verified, may use the code of a team invitation, as in services of some
   * weeks of 2026. Others fail with `TeamInvitationEmailMismatch`. 2026 generation only.
   */
  requireInvitedEmail: boolean
  /** The id of the theme of the project's emails. 2026 generation only. */
  emailTheme: string
  /** Sign-up rules by id. 2026 generation only. */
  signUpRules: Readonly<Record<string, SignUpRule>>
  /** The action for sign-ups that match no rule. 2026 generation only. */
  signUpRulesDefaultAction: "allow" | "reject"
  /**
   * Email hosts with reserved names, such as `mail.example.com`, that test emails can reach. Test emails to other
   * reserved names fail, because those hosts do not exist.
   */
  mailHosts: ReadonlyArray<string>
  /** Ids of the team permissions granted to a team's creator. */
  teamCreatorDefaultPermissions: ReadonlyArray<string>
  /** Ids of the team permissions granted to new members. */
  teamMemberDefaultPermissions: ReadonlyArray<string>
  /** Ids of the project permissions granted to new users. */
  userDefaultPermissions: ReadonlyArray<string>
}

export interface ProjectRow {
  readonly id: string
  /** The service's generation. */
  readonly generation: Generation
  displayName: string
  description: string
  readonly createdAtMillis: number
  isProductionMode: boolean
  /** The team in the project `internal` that owns the project. 2026 generation only. */
  ownerTeamId: string | null
  onboardingStatus: OnboardingStatus
  readonly logos: { -readonly [K in keyof ProjectLogos]-?: string | null }
  readonly config: ProjectConfig
  /** Overrides of the configuration by dotted key, at each level. */
  readonly configOverrides: Record<ConfigLevel, Readonly<Record<string, ConfigValue>>>
  configSource: ConfigSource
  /** 48 random bytes, from which the signing keys are derived. */
  readonly signingSeed: Uint8Array
  readonly keySets: Map<string, KeySetRow>
  readonly users: UserTable<UserRow>
  readonly sessions: Table<SessionRow>
  /** Add teams and members by the functions of `memberships.ts` and `memberRows.ts`, which index each user's teams. */
  readonly teams: Map<string, TeamRow>
  /** The number of team memberships ever created, used to number the next one. */
  membershipCount: number
  /** Permissions of teams and of the project by id, unique across both scopes. Built-in permissions are not included. */
  readonly permissionDefinitions: Map<string, PermissionDefinitionRow>
  readonly codes: Table<CodeRow>
  /** OAuth flows in progress, by the state sent to the provider. */
  readonly oauthFlows: Map<string, OAuthFlowRow>
  /** Authorization codes that are not exchanged yet. */
  readonly authorizationCodes: Map<string, AuthorizationCodeRow>
  readonly apiKeys: Table<ApiKeyRow>
  /** Changed templates; others have the default. 2025 generation only. */
  readonly emailTemplates: Map<EmailTemplateType, EmailTemplateRow>
  /** Template sources by id. 2026 generation only. */
  readonly emailSources: Map<string, EmailTemplateSource>
  /** Uploaded images, as `data:` URLs by id. 2026 generation only. */
  readonly images: Map<string, string>
  /** All emails, including failed ones, oldest first. */
  readonly mails: Array<MailRow>
  /** Login attempts of command lines. */
  readonly cliAttempts: Array<CliAttemptRow>
  /** Ids of the active users by day. Entries remain when a user is deleted. */
  readonly activity: Map<string, Set<string>>
  /** The last activity of each user by user id, least recent first. Entries remain when a user is deleted. */
  readonly lastActivity: Map<string, ActivityRow>
  readonly webhooks: WebhookRows
}

/**
 * Keys of a project that are created, expire and are revoked together. Clients, servers and admins authenticate with
 * them.
 */
export interface KeySetRow {
  readonly id: string
  description: string
  readonly createdAtMillis: number
  readonly expiresAtMillis: number
  manuallyRevokedAtMillis: number | undefined
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: string | undefined
  readonly superSecretAdminKey?: string | undefined
}

export interface ContactChannelRow {
  readonly id: string
  readonly createdAtMillis: number
  value: string
  isPrimary: boolean
  isVerified: boolean
  usedForAuth: boolean
}

export interface PasskeyRow {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  counter: number
}

export interface UserRow {
  readonly id: string
  displayName: string | null
  profileImageUrl: string | null
  signedUpAtMillis: number
  lastActiveAtMillis: number
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  password: { readonly plain: string } | { readonly bcrypt: string } | null
  otpAuthEnabled: boolean
  passkey: PasskeyRow | null
  totpSecretBase64: string | null
  isAnonymous: boolean
  restrictedByAdmin: boolean
  restrictedByAdminReason: string | null
  restrictedByAdminPrivateDetails: string | null
  countryCode: string | null
  riskScores: RiskScores
  oauthProviders: ReadonlyArray<OAuthAccountRow>
  selectedTeamId: string | null
  readonly contactChannels: Array<ContactChannelRow>
  /** Ids of the directly granted project permissions. */
  readonly permissions: Set<string>
  /** The choices of the user about emails, by category id. */
  readonly notifications: Map<string, boolean>
}

export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly refreshToken: string
  readonly createdAtMillis: number
  readonly expiresAtMillis: number
  readonly isImpersonation: boolean
  lastUsedAtMillis: number | undefined
  lastUsedFrom: IpInfoRow | undefined
}

export interface IpInfoRow {
  readonly ip: string
  readonly countryCode?: string | undefined
  readonly regionCode?: string | undefined
  readonly cityName?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly tzIdentifier?: string | undefined
}

export interface TeamRow {
  readonly id: string
  displayName: string
  profileImageUrl: string | null
  readonly createdAtMillis: number
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  /** Members by user id. */
  readonly members: Map<string, MemberRow>
}

export interface MemberRow {
  /** The position of this membership among all of the project. */
  readonly number: number
  /** Name and image in this team; `null` for the user's profile. */
  displayName: string | null
  profileImageUrl: string | null
  /** Ids of the directly granted team permissions. */
  readonly permissions: Set<string>
}

export interface PermissionDefinitionRow {
  readonly scope: "team" | "project"
  readonly id: string
  readonly description: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

/** The purpose and subject of a verification code. */
export type CodePurpose =
  | { readonly for: "sign-in"; readonly email: string }
  | { readonly for: "mfa"; readonly userId: string; readonly isNewUser: boolean }
  | { readonly for: "password-reset"; readonly userId: string; readonly email: string }
  | { readonly for: "contact-channel"; readonly userId: string; readonly email: string }
  | { readonly for: "team-invitation"; readonly teamId: string; readonly email: string }
  | { readonly for: "passkey-registration"; readonly userId: string; readonly challenge: string }
  | { readonly for: "passkey-sign-in"; readonly challenge: string }

export interface CodeRow<P extends CodePurpose = CodePurpose> {
  readonly id: string
  readonly code: string
  readonly purpose: P
  readonly createdAtMillis: number
  readonly expiresAtMillis: number
  usedAtMillis: number | undefined
  /** The number of attempts with this code, or with another code that has the same nonce. */
  attempts: number
}

/** An API key's owner. */
export type ApiKeyOwner =
  | { readonly type: "user"; readonly userId: string }
  | { readonly type: "team"; readonly teamId: string }

/** An API key of a user or a team. */
export interface ApiKeyRow<O extends ApiKeyOwner = ApiKeyOwner> {
  readonly id: string
  readonly owner: O
  readonly value: string
  description: string
  readonly createdAtMillis: number
  expiresAtMillis: number | undefined
  manuallyRevokedAtMillis: number | undefined
  readonly isPublic: boolean
}

export interface EmailTemplateRow {
  readonly subject: string
  readonly content: JsonObject
}

/** An email that the service would have sent. */
export interface MailRow {
  readonly id: string
  readonly type: EmailTemplateType | "sign_in_invitation" | "test" | "custom"
  readonly to: ReadonlyArray<string>
  /** The id of the recipient, if a server has sent the email to a user. */
  readonly userId?: string | undefined
  readonly subject: string
  readonly text: string
  /** The complete code in the email. */
  readonly code: string | undefined
  /** The link in the email, with the code. */
  readonly link: string | undefined
  readonly sentAtMillis: number
  readonly sender: EmailConfig
  /** Why the email could not be sent. */
  readonly error: Json
}

export interface ActivityRow {
  readonly atMillis: number
  /** The last known country of the user. */
  readonly countryCode: string | undefined
}

export interface CliAttemptRow {
  readonly pollingCode: string
  readonly loginCode: string
  readonly expiresAtMillis: number
  /** The refresh token of the session that confirmed the login. */
  refreshToken: string | undefined
  /** The refresh token of the command line's anonymous session, until a page claims it. */
  anonRefreshToken?: string | undefined
  /** `true` once the command line has received the refresh token. */
  isUsed: boolean
}
