/** A project's settings and configuration overrides. */
import * as Redacted from "effect/Redacted"
import {
  array,
  boolean,
  check,
  type Codec,
  finite,
  literal,
  optional,
  record,
  string,
  transform,
  unknown
} from "../../wire/Codec.ts"
import { type ConfigValue, redactOverride, type SignUpRule } from "../../wire/config.ts"
import { isObject, jsonObject } from "../../wire/Json.ts"
import { EmailConfig, type OAuthAccountMergeStrategy, OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { Domain } from "../../wire/projects.ts"
import { plainStruct, struct } from "../../wire/Struct.ts"

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
   * `true` if only users with the invited address, verified, may use a team invitation's code, as in services from some
   * weeks in 2026. Others fail with `TeamInvitationEmailMismatch`. 2026 generation only.
   */
  requireInvitedEmail: boolean
  /** The theme id for the project's emails. 2026 generation only. */
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
  /** The team permissions granted to a team's creator, by id. */
  teamCreatorDefaultPermissions: ReadonlyArray<string>
  /** The team permissions granted to new members, by id. */
  teamMemberDefaultPermissions: ReadonlyArray<string>
  /** The project permissions granted to new users, by id. */
  userDefaultPermissions: ReadonlyArray<string>
}

// The keys equal those in the service's configuration.
const signUpRule = plainStruct({
  enabled: optional(boolean),
  displayName: optional(string),
  priority: optional(finite),
  condition: optional(string),
  action: plainStruct({ type: literal("allow", "reject", "restrict", "log"), message: optional(string) })
}) as Codec<SignUpRule>

/** The codec for each setting. */
export const configFields = {
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
  signUpRules: record(signUpRule),
  signUpRulesDefaultAction: literal("allow", "reject"),
  mailHosts: array(string),
  teamCreatorDefaultPermissions: array(string),
  teamMemberDefaultPermissions: array(string),
  userDefaultPermissions: array(string)
}

export const ProjectConfig: Codec<ProjectConfig> = struct(configFields)

/** One level's overrides. Their secrets have known names, so that they are redacted again. */
export const ConfigOverrides = transform(
  jsonObject,
  check(unknown, isObject),
  redactOverride,
  (overrides) => revealSecrets(overrides)
  // Sound: `redactOverride` returns configuration values.
) as Codec<unknown> as Codec<Readonly<Record<string, ConfigValue>>>

const revealSecrets = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? Redacted.value(value)
    : Array.isArray(value)
    ? value.map(revealSecrets)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revealSecrets(field)]))
    : value
