/**
 * What the emulator remembers: plain rows, in memory.
 *
 * @since 0.1.0
 */
import type { OnboardingStatus, ProjectLogos } from "../wire/adminProjects.ts"
import type { ConfigLevel, ConfigSource, ConfigValue, SignUpRule } from "../wire/config.ts"
import type { EmailTemplateSource } from "../wire/emailSources.ts"
import type { EmailTemplateType } from "../wire/emailTemplates.ts"
import type { Generation } from "../wire/Endpoint.ts"
import type { Json, JsonObject } from "../wire/Json.ts"
import type { Domain, EmailConfig, OAuthAccountMergeStrategy, OAuthProviderConfig } from "../wire/projectConfig.ts"
import type { RiskScores } from "../wire/users.ts"
import type { AuthorizationCodeRow, OAuthAccountRow, OAuthFlowRow } from "./oauthRows.ts"
import type { Table } from "./Table.ts"

/**
 * What a project allows, and where its users may be sent back to.
 *
 * @category models
 * @since 0.1.0
 */
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
  /** Whether users whose primary email address is not verified are restricted. Services since 2026. */
  requireEmailVerification: boolean
  /** Whether clients must send a publishable client key. Services since 2026; before, they always must. */
  requirePublishableClientKey: boolean
  createTeamOnSignUp: boolean
  oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  domains: ReadonlyArray<Domain>
  oauthProviders: ReadonlyArray<OAuthProviderConfig>
  emailConfig: EmailConfig
  /** The id of the theme of the project's emails. Services since 2026. */
  emailTheme: string
  /** Rules about sign-ups, by id. Services since 2026. */
  signUpRules: Readonly<Record<string, SignUpRule>>
  /** What happens to sign-ups that no rule allows or rejects. Services since 2026. */
  signUpRulesDefaultAction: "allow" | "reject"
  /**
   * Mail hosts that test mails reach although their names are reserved for tests and examples, such as
   * `mail.example.com`. Test mails to other reserved names fail, since no such host exists.
   */
  mailHosts: ReadonlyArray<string>
  /** Ids of the permissions that whoever creates a team gets in it. */
  teamCreatorDefaultPermissions: ReadonlyArray<string>
  /** Ids of the permissions that every new member of a team gets in it. */
  teamMemberDefaultPermissions: ReadonlyArray<string>
  /** Ids of the project permissions that every new user gets. */
  userDefaultPermissions: ReadonlyArray<string>
}

/** @since 0.1.0 */
export interface ProjectRow {
  readonly id: string
  /** The generation of the service that the project belongs to. */
  readonly generation: Generation
  displayName: string
  description: string
  readonly createdAtMillis: number
  isProductionMode: boolean
  /** The team in the project `internal` that owns the project. Services since 2026. */
  ownerTeamId: string | null
  onboardingStatus: OnboardingStatus
  readonly logos: { -readonly [K in keyof ProjectLogos]-?: string | null }
  readonly config: ProjectConfig
  /** Overrides of the configuration by their dotted keys, at each level. */
  readonly configOverrides: Record<ConfigLevel, Readonly<Record<string, ConfigValue>>>
  configSource: ConfigSource
  /** 48 random bytes, which the project's signing keys are made from. */
  readonly signingSeed: Uint8Array
  readonly keySets: Map<string, KeySetRow>
  readonly users: Table<UserRow>
  readonly sessions: Table<SessionRow>
  readonly teams: Map<string, TeamRow>
  /** How many memberships of teams there have been: the next one's number. */
  membershipCount: number
  /** Permissions of teams and of the project, by id: an id is one or the other. The system's own are not among them. */
  readonly permissionDefinitions: Map<string, PermissionDefinitionRow>
  readonly codes: Table<CodeRow>
  /** Sign-ins with a provider that have begun, by the state that the provider was given. */
  readonly oauthFlows: Map<string, OAuthFlowRow>
  /** Codes that sign-ins with a provider have ended with, by the code. */
  readonly authorizationCodes: Map<string, AuthorizationCodeRow>
  readonly apiKeys: Table<ApiKeyRow>
  /** Templates that were changed; the others are the defaults. */
  readonly emailTemplates: Map<EmailTemplateType, EmailTemplateRow>
  /** Templates as services since 2026 keep them, by id. */
  readonly emailSources: Map<string, EmailTemplateSource>
  /** Images that were uploaded, as `data:` URLs by their ids. Services since 2026. */
  readonly images: Map<string, string>
  /** Every mail that would have been sent, oldest first. */
  readonly mails: Array<MailRow>
  /** Attempts to sign a command line in. */
  readonly cliAttempts: Array<CliAttemptRow>
  /** Ids of the users who were active on a day, by the day. They stay when the users are deleted. */
  readonly activity: Map<string, Set<string>>
  /** The last activity of each user by the user's id, least recent first. It stays when the user is deleted. */
  readonly lastActivity: Map<string, ActivityRow>
}

/**
 * Keys of a project that live and end together. What clients, servers and admins authenticate with.
 *
 * @category models
 * @since 0.1.0
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

/** @since 0.1.0 */
export interface ContactChannelRow {
  readonly id: string
  readonly createdAtMillis: number
  value: string
  isPrimary: boolean
  isVerified: boolean
  usedForAuth: boolean
}

/** @since 0.1.0 */
export interface PasskeyRow {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  counter: number
}

/** @since 0.1.0 */
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
  /** Ids of the project permissions that were granted directly. */
  readonly permissions: Set<string>
  /** Whether the user gets the mails of a category, by the category's id, where the user has chosen. */
  readonly notifications: Map<string, boolean>
}

/** @since 0.1.0 */
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

/** @since 0.1.0 */
export interface IpInfoRow {
  readonly ip: string
  readonly countryCode?: string | undefined
  readonly regionCode?: string | undefined
  readonly cityName?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly tzIdentifier?: string | undefined
}

/** @since 0.1.0 */
export interface TeamRow {
  readonly id: string
  displayName: string
  profileImageUrl: string | null
  readonly createdAtMillis: number
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  /** Members by the id of the user. */
  readonly members: Map<string, MemberRow>
}

/** @since 0.1.0 */
export interface MemberRow {
  /** The place of this membership among all that the project has had. */
  readonly number: number
  /** Names and pictures for this team alone; the user's own where they are `null`. */
  displayName: string | null
  profileImageUrl: string | null
  /** Ids of the team permissions that were granted directly. */
  readonly permissions: Set<string>
}

/** @since 0.1.0 */
export interface PermissionDefinitionRow {
  readonly scope: "team" | "project"
  readonly id: string
  readonly description: string | undefined
  readonly containedPermissionIds: ReadonlyArray<string>
}

/**
 * What a verification code is for, and whom.
 *
 * @category models
 * @since 0.1.0
 */
export type CodePurpose =
  | { readonly for: "sign-in"; readonly email: string }
  | { readonly for: "mfa"; readonly userId: string; readonly isNewUser: boolean }
  | { readonly for: "password-reset"; readonly userId: string; readonly email: string }
  | { readonly for: "contact-channel"; readonly userId: string; readonly email: string }
  | { readonly for: "team-invitation"; readonly teamId: string; readonly email: string }
  | { readonly for: "passkey-registration"; readonly userId: string; readonly challenge: string }
  | { readonly for: "passkey-sign-in"; readonly challenge: string }

/** @since 0.1.0 */
export interface CodeRow<P extends CodePurpose = CodePurpose> {
  readonly id: string
  readonly code: string
  readonly purpose: P
  readonly createdAtMillis: number
  readonly expiresAtMillis: number
  usedAtMillis: number | undefined
  /** How often this code, or another with the same last 39 characters, was tried. */
  attempts: number
}

/**
 * Whose an API key is.
 *
 * @category models
 * @since 0.1.0
 */
export type ApiKeyOwner =
  | { readonly type: "user"; readonly userId: string }
  | { readonly type: "team"; readonly teamId: string }

/**
 * An API key of a user or of a team.
 *
 * @category models
 * @since 0.1.0
 */
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

/** @since 0.1.0 */
export interface EmailTemplateRow {
  readonly subject: string
  readonly content: JsonObject
}

/**
 * A mail that the service would have sent.
 *
 * @category models
 * @since 0.1.0
 */
export interface MailRow {
  readonly id: string
  readonly type: EmailTemplateType | "sign_in_invitation" | "test" | "custom"
  readonly to: ReadonlyArray<string>
  /** The id of the recipient, if a server has sent the mail to a user. */
  readonly userId?: string | undefined
  readonly subject: string
  readonly text: string
  /** The code that the mail brings, whole. */
  readonly code: string | undefined
  /** The link that the mail brings, with the code in it. */
  readonly link: string | undefined
  readonly sentAtMillis: number
  readonly sender: EmailConfig
  /** Why it could not be sent. */
  readonly error: Json
}

/** @since 0.1.0 */
export interface ActivityRow {
  readonly atMillis: number
  /** The country of the user's last activity whose country is known. */
  readonly countryCode: string | undefined
}

/** @since 0.1.0 */
export interface CliAttemptRow {
  readonly pollingCode: string
  readonly loginCode: string
  readonly expiresAtMillis: number
  /** Of the session that confirmed the attempt. */
  refreshToken: string | undefined
  /** Of the anonymous session that the command line has, until a page claims it. */
  anonRefreshToken?: string | undefined
  /** Whether the command line has got the refresh token. */
  isUsed: boolean
}
