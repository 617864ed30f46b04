/** The codec for a project with all its rows. */
import * as Redacted from "effect/Redacted"
import { onboardingStatuses } from "../../wire/adminProjects.ts"
import {
  array,
  boolean,
  check,
  type Codec,
  finite,
  literal,
  nullOr,
  object,
  optional,
  pattern,
  record,
  string,
  transform,
  unknown
} from "../../wire/Codec.ts"
import { type ConfigValue, redactOverride, type SignUpRule } from "../../wire/config.ts"
import { EmailTemplateSource } from "../../wire/emailSources.ts"
import { emailTemplateTypes } from "../../wire/emailTemplates.ts"
import { isObject, jsonObject } from "../../wire/Json.ts"
import { EmailConfig, OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { Domain } from "../../wire/projects.ts"
import { plainStruct, struct } from "../../wire/Struct.ts"
import { webhookCodecs, type WebhookType } from "../../wire/webhookEvents.ts"
import type { WebhookRows } from "../webhooks/types.ts"
import { bytes, entriesOf, list, mapOf, maybe, millis, natural, stringSet } from "./collectionCodecs.ts"
import { makeTables } from "./projectTables.ts"
import * as codecs from "./rowCodecs.ts"
import type { ProjectConfig, ProjectRow } from "./rows.ts"

export const configFields = () => ({
  signUpEnabled: boolean,
  credentialEnabled: boolean,
  magicLinkEnabled: boolean,
  passkeyEnabled: boolean,
  anonymousEnabled: boolean,
  clientTeamCreationEnabled: boolean,
  clientUserDeletionEnabled: boolean,
  allowUserApiKeys: boolean,
  allowTeamApiKeys: boolean,
  allowLocalhost: boolean,
  requireEmailVerification: boolean,
  requirePublishableClientKey: boolean,
  requireInvitedEmail: boolean,
  createTeamOnSignUp: boolean,
  oauthAccountMergeStrategy: literal("link_method", "raise_error", "allow_duplicates"),
  domains: array(Domain),
  oauthProviders: array(OAuthProviderConfig),
  emailConfig: EmailConfig,
  emailTheme: string,
  signUpRules: record(SignUpRuleCodec),
  signUpRulesDefaultAction: literal("allow", "reject"),
  mailHosts: array(string),
  teamCreatorDefaultPermissions: array(string),
  teamMemberDefaultPermissions: array(string),
  userDefaultPermissions: array(string)
})

// Its keys are those of the service's configuration.
const SignUpRuleCodec: Codec<SignUpRule> = /*#__PURE__*/ plainStruct(() => ({
  enabled: optional(boolean),
  displayName: optional(string),
  priority: optional(finite),
  condition: optional(string),
  action: plainStruct({ type: literal("allow", "reject", "restrict", "log"), message: optional(string) })
})) as Codec<SignUpRule>

const ProjectConfigCodec: Codec<ProjectConfig> = /*#__PURE__*/ struct(configFields)

/** Overrides of one level. Their secrets have known names, so that they are redacted again. */
const Overrides = /*#__PURE__*/ transform(
  jsonObject,
  check(unknown, isObject),
  redactOverride,
  (overrides) => revealSecrets(overrides)
  // Sound: `redactOverride` returns values of a configuration.
) as Codec<unknown> as Codec<Readonly<Record<string, ConfigValue>>>

const revealSecrets = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? Redacted.value(value)
    : Array.isArray(value)
    ? value.map(revealSecrets)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revealSecrets(field)]))
    : value

// Sound: the keys of the codecs are the types of events.
const webhookType = () => literal(...Object.keys(webhookCodecs) as Array<WebhookType>)

const url = /*#__PURE__*/ check(
  string,
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  "an absolute http or https URL"
)

const webhookSecret: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ transform(
  pattern(/^whsec_[A-Za-z\d+/]+={0,2}$/, "whsec_ and Base64"),
  // Sound: the JSON is a string.
  check(object, Redacted.isRedacted) as Codec<unknown> as Codec<Redacted.Redacted<string>>,
  (text) => Redacted.make(text),
  Redacted.value
)

const Webhooks: Codec<WebhookRows> = /*#__PURE__*/ transform(
  struct(() => ({
    endpoints: array(struct({ url, events: optional(array(webhookType())), secret: webhookSecret })),
    deliveries: list(struct({
      id: string,
      url,
      secret: webhookSecret,
      type: webhookType(),
      body: string,
      createdAtMillis: millis,
      attempts: list(struct({ atMillis: millis, status: maybe(finite), error: maybe(string) })),
      nextAttemptAtMillis: maybe(millis),
      isDelivered: boolean
    }))
  })),
  check(unknown, isObject) as Codec<unknown> as Codec<WebhookRows>,
  ({ deliveries, endpoints }) => ({ endpoints, deliveries, events: [] }),
  ({ deliveries, endpoints }) => ({ endpoints, deliveries })
)

const makeMap = <A>() => new Map<string, A>()

const idOf = ({ id }: { readonly id: string }) => id

export const Project: Codec<ProjectRow> = /*#__PURE__*/ struct(() => ({
  id: string,
  generation: literal("2025", "2026"),
  displayName: string,
  description: string,
  createdAtMillis: millis,
  isProductionMode: boolean,
  ownerTeamId: nullOr(string),
  onboardingStatus: literal(...onboardingStatuses),
  logos: struct({
    logoUrl: nullOr(string),
    logoFullUrl: nullOr(string),
    logoDarkModeUrl: nullOr(string),
    logoFullDarkModeUrl: nullOr(string)
  }),
  configOverrides: struct({ project: Overrides, branch: Overrides, environment: Overrides }),
  configSource: jsonObject,
  config: ProjectConfigCodec,
  signingSeed: bytes(48),
  keySets: mapOf(codecs.KeySet, idOf, makeMap),
  users: mapOf(codecs.User, idOf, () => makeTables().users),
  sessions: mapOf(codecs.Session, idOf, () => makeTables().sessions),
  codes: mapOf(codecs.Code, idOf, () => makeTables().codes),
  apiKeys: mapOf(codecs.ApiKey, idOf, () => makeTables().apiKeys),
  teams: mapOf(codecs.Team, idOf, makeMap),
  membershipCount: natural,
  permissionDefinitions: mapOf(codecs.PermissionDefinition, idOf, makeMap),
  oauthFlows: mapOf(codecs.OAuthFlow, ({ innerState }) => innerState, makeMap),
  authorizationCodes: mapOf(codecs.AuthorizationCode, ({ code }) => code, makeMap),
  emailTemplates: entriesOf(codecs.EmailTemplate, literal(...emailTemplateTypes)),
  emailSources: mapOf(EmailTemplateSource, idOf, makeMap),
  images: entriesOf(string),
  mails: list(codecs.Mail),
  cliAttempts: list(codecs.CliAttempt),
  activity: entriesOf(stringSet),
  lastActivity: entriesOf(codecs.Activity),
  webhooks: Webhooks
}))
