/**
 * The rows in the emulator's memory, and their codecs for files with its state.
 *
 * Each codec defines its row: the file and the type follow from it. Maps, sets and tables are lists in JSON. Times are in
 * milliseconds, bytes in base64url. Secrets are plain text.
 */
import type * as Types from "effect/Types"
import { onboardingStatuses } from "../../wire/adminProjects.ts"
import {
  array,
  boolean,
  type Codec,
  finite,
  literal,
  nullOr,
  optional,
  parsedJson,
  string,
  type StructType,
  type TypeOf,
  union
} from "../../wire/Codec.ts"
import type { ConfigSource } from "../../wire/config.ts"
import { EmailTemplateSource } from "../../wire/emailSources.ts"
import { emailTemplateTypes } from "../../wire/emailTemplates.ts"
import { jsonObject } from "../../wire/Json.ts"
import { EmailConfig } from "../../wire/projectConfig.ts"
import { struct } from "../../wire/Struct.ts"
import { WebhookRows } from "../webhooks/types.ts"
import { bytes, entriesOf, list, mapById, mapOf, maybe, millis, natural, row, stringSet } from "./collectionCodecs.ts"
import { AuthorizationCodeRow, OAuthAccountRow, OAuthFlowRow } from "./oauthRows.ts"
import { ConfigOverrides, ProjectConfig } from "./ProjectConfig.ts"
import type { Table } from "./Table.ts"
import { userFields } from "./userFields.ts"
import type { UserTable } from "./UserTable.ts"

const KeySetRow = row({
  id: string,
  createdAtMillis: millis,
  expiresAtMillis: millis,
  publishableClientKey: optional(string),
  secretServerKey: optional(string),
  superSecretAdminKey: optional(string)
}, { description: string, manuallyRevokedAtMillis: maybe(millis) })

/** Keys for clients, servers and admins, which are created, expire and are revoked together. */
export interface KeySetRow extends TypeOf<typeof KeySetRow> {}

const ContactChannelRow = row({ id: string, createdAtMillis: millis }, {
  value: string,
  isPrimary: boolean,
  isVerified: boolean,
  usedForAuth: boolean
})

export interface ContactChannelRow extends TypeOf<typeof ContactChannelRow> {}

const PasskeyRow = row({ credentialId: string, publicKey: bytes() }, { counter: finite })

export interface PasskeyRow extends TypeOf<typeof PasskeyRow> {}

export const UserRow = row({
  id: string,
  contactChannels: list(ContactChannelRow),
  /** The directly granted project permissions, by id. */
  permissions: stringSet,
  /** The user's choices about emails, by category id. */
  notifications: entriesOf(boolean)
}, {
  ...userFields,
  signedUpAtMillis: millis,
  lastActiveAtMillis: millis,
  password: nullOr(union(() => [struct({ plain: string }), struct({ bcrypt: string })])),
  passkey: nullOr(PasskeyRow),
  totpSecretBase64: nullOr(string),
  isAnonymous: boolean,
  oauthProviders: array(OAuthAccountRow),
  selectedTeamId: nullOr(string)
})

export interface UserRow extends TypeOf<typeof UserRow> {}

const IpInfoRow = struct({
  ip: string,
  countryCode: optional(string),
  regionCode: optional(string),
  cityName: optional(string),
  latitude: optional(finite),
  longitude: optional(finite),
  tzIdentifier: optional(string)
})

export interface IpInfoRow extends TypeOf<typeof IpInfoRow> {}

export const SessionRow = row({
  id: string,
  userId: string,
  refreshToken: string,
  createdAtMillis: millis,
  expiresAtMillis: finite,
  isImpersonation: boolean
}, { lastUsedAtMillis: maybe(millis), lastUsedFrom: maybe(IpInfoRow) })

export interface SessionRow extends TypeOf<typeof SessionRow> {}

const MemberRow = row({
  /** This membership's position among all in the project. */
  number: natural,
  /** The directly granted team permissions, by id. */
  permissions: stringSet
}, {
  // Name and image in this team; `null` for the user's profile.
  displayName: nullOr(string),
  profileImageUrl: nullOr(string)
})

export interface MemberRow extends TypeOf<typeof MemberRow> {}

const TeamRow = row({
  id: string,
  createdAtMillis: millis,
  /** Members by user id. */
  members: entriesOf(MemberRow)
}, {
  displayName: string,
  profileImageUrl: nullOr(string),
  clientMetadata: parsedJson,
  clientReadOnlyMetadata: parsedJson,
  serverMetadata: parsedJson
})

export interface TeamRow extends TypeOf<typeof TeamRow> {}

const PermissionDefinitionRow = struct({
  scope: literal("team", "project"),
  id: string,
  description: maybe(string),
  containedPermissionIds: array(string)
})

export interface PermissionDefinitionRow extends TypeOf<typeof PermissionDefinitionRow> {}

const CodePurpose = union(() => [
  struct({ for: literal("sign-in"), email: string }),
  struct({ for: literal("mfa"), userId: string, isNewUser: boolean }),
  struct({ for: literal("password-reset"), userId: string, email: string }),
  struct({ for: literal("contact-channel"), userId: string, email: string }),
  struct({ for: literal("team-invitation"), teamId: string, email: string }),
  struct({ for: literal("passkey-registration"), userId: string, challenge: string }),
  struct({ for: literal("passkey-sign-in"), challenge: string })
])

/** A verification code's purpose and subject. */
export type CodePurpose = TypeOf<typeof CodePurpose>

export const CodeRow = row({
  id: string,
  code: string,
  purpose: CodePurpose,
  createdAtMillis: millis,
  expiresAtMillis: finite
}, {
  usedAtMillis: maybe(millis),
  /** The number of attempts with this code, or with another code that has the same nonce. */
  attempts: natural
})

export interface CodeRow<P extends CodePurpose = CodePurpose> extends TypeOf<typeof CodeRow> {
  readonly purpose: P
}

const ApiKeyOwner = union(() => [
  struct({ type: literal("user"), userId: string }),
  struct({ type: literal("team"), teamId: string })
])

/** An API key's owner. */
export type ApiKeyOwner = TypeOf<typeof ApiKeyOwner>

export const ApiKeyRow = row({
  id: string,
  owner: ApiKeyOwner,
  value: string,
  createdAtMillis: millis,
  isPublic: boolean
}, { description: string, expiresAtMillis: maybe(millis), manuallyRevokedAtMillis: maybe(millis) })

/** A user's or a team's API key. */
export interface ApiKeyRow<O extends ApiKeyOwner = ApiKeyOwner> extends TypeOf<typeof ApiKeyRow> {
  readonly owner: O
}

const EmailTemplateRow = struct({ subject: string, content: jsonObject })

export interface EmailTemplateRow extends TypeOf<typeof EmailTemplateRow> {}

const MailRow = struct({
  id: string,
  type: literal(...emailTemplateTypes, "sign_in_invitation", "test", "custom"),
  to: array(string),
  /** The recipient's id, if a server has sent the email to a user. */
  userId: optional(string),
  subject: string,
  text: string,
  code: maybe(string),
  link: maybe(string),
  sentAtMillis: millis,
  sender: EmailConfig,
  /** Why the email could not be sent. */
  error: parsedJson
})

/** An email that the service would have sent. */
export interface MailRow extends TypeOf<typeof MailRow> {}

const ActivityRow = struct({
  atMillis: millis,
  countryCode: maybe(string)
})

const CliAttemptRow = row({ pollingCode: string, loginCode: string, expiresAtMillis: finite }, {
  /** The refresh token for the session that confirmed the login. */
  refreshToken: maybe(string),
  /** The refresh token for the command line's anonymous session, until a page claims it. */
  anonRefreshToken: optional(string),
  /** `true` once the command line has received the refresh token. */
  isUsed: boolean
})

export interface CliAttemptRow extends TypeOf<typeof CliAttemptRow> {}

const configSource: Codec<ConfigSource> = jsonObject

const logo = nullOr(string)

const fixedProjectFields = {
  id: string,
  generation: literal("2025", "2026"),
  createdAtMillis: millis,
  logos: row({}, { logoUrl: logo, logoFullUrl: logo, logoDarkModeUrl: logo, logoFullDarkModeUrl: logo }),
  config: ProjectConfig,
  /** Configuration overrides by dotted key, at each level. */
  configOverrides: row({}, { project: ConfigOverrides, branch: ConfigOverrides, environment: ConfigOverrides }),
  /** 48 random bytes, from which the signing keys are derived. */
  signingSeed: bytes(48),
  keySets: mapById(KeySetRow),
  /** Add teams and members by the functions in `memberships.ts`, which index each user's teams. */
  teams: mapById(TeamRow),
  /** Team and project permissions by id, unique across both scopes. Built-in permissions are not included. */
  permissionDefinitions: mapById(PermissionDefinitionRow),
  /** OAuth flows in progress, by the state sent to the provider. */
  oauthFlows: mapOf(OAuthFlowRow, ({ innerState }) => innerState),
  authorizationCodes: mapOf(AuthorizationCodeRow, ({ code }) => code),
  /** Changed templates; others have the default. 2025 generation only. */
  emailTemplates: entriesOf(EmailTemplateRow, literal(...emailTemplateTypes)),
  /** Template sources by id. 2026 generation only. */
  emailSources: mapById(EmailTemplateSource),
  /** Uploaded images, as `data:` URLs by id. 2026 generation only. */
  images: entriesOf(string),
  /** All emails, including failed ones, oldest first. */
  mails: list(MailRow),
  cliAttempts: list(CliAttemptRow),
  /** The active users' ids by day. Entries remain when a user is deleted. */
  activity: entriesOf(stringSet),
  /** Each user's last activity by user id, least recent first. Entries remain when a user is deleted. */
  lastActivity: entriesOf(ActivityRow),
  webhooks: WebhookRows
}

const changingProjectFields = {
  displayName: string,
  description: string,
  isProductionMode: boolean,
  /** The team in the project `internal` that owns the project. 2026 generation only. */
  ownerTeamId: nullOr(string),
  onboardingStatus: literal(...onboardingStatuses),
  configSource,
  /** The number of team memberships ever created, used to number the next one. */
  membershipCount: natural
}

/** The codecs for a project's fields, without its tables, which `stateFile.ts` adds. */
export const projectFields = { ...fixedProjectFields, ...changingProjectFields }

export interface ProjectRow
  extends StructType<typeof fixedProjectFields>, Types.Mutable<StructType<typeof changingProjectFields>>
{
  readonly users: UserTable<UserRow>
  readonly sessions: Table<SessionRow>
  readonly codes: Table<CodeRow>
  readonly apiKeys: Table<ApiKeyRow>
}
