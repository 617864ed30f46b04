/**
 * Codecs for the rows of a project, for files with an emulator's state.
 *
 * Maps, sets and tables are lists in JSON. Times are in milliseconds, bytes in base64url. Secrets are plain text.
 */
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
  union
} from "../../wire/Codec.ts"
import { emailTemplateTypes } from "../../wire/emailTemplates.ts"
import { jsonObject } from "../../wire/Json.ts"
import { EmailConfig } from "../../wire/projectConfig.ts"
import { struct } from "../../wire/Struct.ts"
import { RiskScores } from "../../wire/User.ts"
import { bytes, entriesOf, list, maybe, millis, natural, stringSet } from "./collectionCodecs.ts"
import type { AuthorizationCodeRow, OAuthAccountRow, OAuthFlowRow } from "./oauthRows.ts"
import type * as rows from "./rows.ts"

export const KeySet: Codec<rows.KeySetRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  createdAtMillis: millis,
  manuallyRevokedAtMillis: maybe(millis),
  description: string,
  expiresAtMillis: millis,
  publishableClientKey: optional(string),
  secretServerKey: optional(string),
  superSecretAdminKey: optional(string)
}))

const ContactChannel: Codec<rows.ContactChannelRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  createdAtMillis: millis,
  value: string,
  isPrimary: boolean,
  isVerified: boolean,
  usedForAuth: boolean
}))

const OAuthAccount: Codec<OAuthAccountRow> = /*#__PURE__*/ struct(() => ({
  connectionId: string,
  allowSignIn: boolean,
  allowConnectedAccounts: boolean,
  tokens: list(struct({ accessToken: string, expiresAtMillis: millis, refreshToken: string, scopes: array(string) })),
  id: string,
  accountId: string,
  email: nullOr(string)
}))

export const User: Codec<rows.UserRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: nullOr(string),
  profileImageUrl: nullOr(string),
  signedUpAtMillis: millis,
  lastActiveAtMillis: millis,
  clientMetadata: parsedJson,
  clientReadOnlyMetadata: parsedJson,
  serverMetadata: parsedJson,
  password: nullOr(union(() => [struct({ plain: string }), struct({ bcrypt: string })])),
  otpAuthEnabled: boolean,
  passkey: nullOr(struct({ credentialId: string, publicKey: bytes(), counter: finite })),
  totpSecretBase64: nullOr(string),
  isAnonymous: boolean,
  restrictedByAdmin: boolean,
  restrictedByAdminReason: nullOr(string),
  restrictedByAdminPrivateDetails: nullOr(string),
  countryCode: nullOr(string),
  riskScores: RiskScores,
  oauthProviders: array(OAuthAccount),
  selectedTeamId: nullOr(string),
  contactChannels: list(ContactChannel),
  permissions: stringSet,
  notifications: entriesOf(boolean)
}))

const IpInfo: Codec<rows.IpInfoRow> = /*#__PURE__*/ struct(() => ({
  ip: string,
  countryCode: optional(string),
  regionCode: optional(string),
  cityName: optional(string),
  latitude: optional(finite),
  longitude: optional(finite),
  tzIdentifier: optional(string)
}))

export const Session: Codec<rows.SessionRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  userId: string,
  refreshToken: string,
  createdAtMillis: millis,
  expiresAtMillis: finite,
  isImpersonation: boolean,
  lastUsedAtMillis: maybe(millis),
  lastUsedFrom: maybe(IpInfo)
}))

const Member: Codec<rows.MemberRow> = /*#__PURE__*/ struct(() => ({
  number: natural,
  displayName: nullOr(string),
  profileImageUrl: nullOr(string),
  permissions: stringSet
}))

export const Team: Codec<rows.TeamRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: string,
  profileImageUrl: nullOr(string),
  createdAtMillis: millis,
  clientMetadata: parsedJson,
  clientReadOnlyMetadata: parsedJson,
  serverMetadata: parsedJson,
  members: entriesOf(Member)
}))

export const PermissionDefinition: Codec<rows.PermissionDefinitionRow> = /*#__PURE__*/ struct(() => ({
  scope: literal("team", "project"),
  id: string,
  description: maybe(string),
  containedPermissionIds: array(string)
}))

const CodePurpose: Codec<rows.CodePurpose> = /*#__PURE__*/ union(() => [
  struct({ for: literal("sign-in"), email: string }),
  struct({ for: literal("mfa"), userId: string, isNewUser: boolean }),
  struct({ for: literal("password-reset"), userId: string, email: string }),
  struct({ for: literal("contact-channel"), userId: string, email: string }),
  struct({ for: literal("team-invitation"), teamId: string, email: string }),
  struct({ for: literal("passkey-registration"), userId: string, challenge: string }),
  struct({ for: literal("passkey-sign-in"), challenge: string })
])

export const Code: Codec<rows.CodeRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  code: string,
  purpose: CodePurpose,
  createdAtMillis: millis,
  expiresAtMillis: finite,
  usedAtMillis: maybe(millis),
  attempts: natural
}))

export const OAuthFlow: Codec<OAuthFlowRow> = /*#__PURE__*/ struct(() => ({
  innerState: string,
  providerId: string,
  expiresAtMillis: millis,
  redirectUri: string,
  state: string,
  scope: string,
  responseType: string,
  codeChallenge: string,
  codeChallengeMethod: string,
  linkTo: maybe(string),
  upgrade: optional(string),
  providerScopes: array(string),
  errorRedirectUrl: maybe(string),
  afterCallbackRedirectUrl: maybe(string),
  isJson: optional(boolean),
  grant: maybe(struct({
    code: string,
    account: struct({ accountId: string, email: nullOr(string), emailVerified: boolean, displayName: nullOr(string) })
  }))
}))

export const AuthorizationCode: Codec<AuthorizationCodeRow> = /*#__PURE__*/ struct(() => ({
  code: string,
  expiresAtMillis: millis,
  userId: string,
  isNewUser: boolean,
  redirectUri: string,
  codeChallenge: string,
  codeChallengeMethod: string,
  afterCallbackRedirectUrl: maybe(string),
  sessionId: optional(string)
}))

export const ApiKey: Codec<rows.ApiKeyRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  owner: union(() => [
    struct({ type: literal("user"), userId: string }),
    struct({ type: literal("team"), teamId: string })
  ]),
  value: string,
  description: string,
  createdAtMillis: millis,
  expiresAtMillis: maybe(millis),
  manuallyRevokedAtMillis: maybe(millis),
  isPublic: boolean
}))

export const EmailTemplate: Codec<rows.EmailTemplateRow> = /*#__PURE__*/ struct(() => ({
  subject: string,
  content: jsonObject
}))

export const Mail: Codec<rows.MailRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  to: array(string),
  sentAtMillis: millis,
  type: literal(...emailTemplateTypes, "sign_in_invitation", "test", "custom"),
  userId: optional(string),
  subject: string,
  text: string,
  code: maybe(string),
  link: maybe(string),
  sender: EmailConfig,
  error: parsedJson
}))

export const Activity: Codec<rows.ActivityRow> = /*#__PURE__*/ struct(() => ({
  atMillis: millis,
  countryCode: maybe(string)
}))

export const CliAttempt: Codec<rows.CliAttemptRow> = /*#__PURE__*/ struct(() => ({
  pollingCode: string,
  loginCode: string,
  expiresAtMillis: finite,
  refreshToken: maybe(string),
  anonRefreshToken: optional(string),
  isUsed: boolean
}))
