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
  type TypeOf,
  unknown
} from "../../wire/Codec.ts"
import { type ConfigValue, redactOverride, type SignUpRule } from "../../wire/config.ts"
import { isObject, jsonObject } from "../../wire/Json.ts"
import { EmailConfig, OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { Domain } from "../../wire/projects.ts"
import { plainStruct, struct } from "../../wire/Struct.ts"

interface Flag {
  /** The dotted key in the service's configuration. Without one, only the emulator's options set it. */
  readonly key?: string
  /** `service` if the service turns it on in new projects, `emulator` if only the emulator does so in its initial ones. */
  readonly isOnIn?: "service" | "emulator"
}

/** The settings that are on or off. */
const flags = {
  signUpEnabled: { key: "auth.allowSignUp", isOnIn: "service" },
  credentialEnabled: { key: "auth.password.allowSignIn", isOnIn: "service" },
  magicLinkEnabled: { key: "auth.otp.allowSignIn", isOnIn: "emulator" },
  passkeyEnabled: { key: "auth.passkey.allowSignIn", isOnIn: "emulator" },
  anonymousEnabled: {},
  clientTeamCreationEnabled: { key: "teams.allowClientTeamCreation", isOnIn: "emulator" },
  clientUserDeletionEnabled: { key: "users.allowClientUserDeletion", isOnIn: "emulator" },
  allowUserApiKeys: { key: "apiKeys.enabled.user", isOnIn: "emulator" },
  allowTeamApiKeys: { key: "apiKeys.enabled.team", isOnIn: "emulator" },
  allowLocalhost: { key: "domains.allowLocalhost", isOnIn: "service" },
  /** `true` if users with an unverified primary email are restricted. 2026 generation only. */
  requireEmailVerification: { key: "onboarding.requireEmailVerification" },
  /** `true` if clients must send a publishable client key. Ignored before 2026, when it is always required. */
  requirePublishableClientKey: { key: "project.requirePublishableClientKey" },
  /**
   * `true` if only users with the invited address, verified, may use a team invitation's code, as in services from some
   * weeks in 2026. Others fail with `TeamInvitationEmailMismatch`. 2026 generation only.
   */
  requireInvitedEmail: {},
  createTeamOnSignUp: { key: "teams.createPersonalTeamOnSignUp" }
} satisfies Readonly<Record<string, Flag>>

type Name = keyof typeof flags

/** The flags with their names. */
export const projectFlags: ReadonlyArray<Flag & { readonly name: Name }> = Object.entries<Flag>(flags)
  // Sound: the table has no other keys.
  .map(([name, flag]) => ({ ...flag, name: name as Name }))

/** Makes a value for each flag. */
export const mapFlags = <A>(make: (flag: Flag) => A): { readonly [N in keyof typeof flags]: A } =>
  // Sound: every flag has a value.
  Object.fromEntries(projectFlags.map((flag) => [flag.name, make(flag)])) as { readonly [N in Name]: A }

export const oauthAccountMergeStrategies = ["link_method", "raise_error", "allow_duplicates"] as const

export const signUpActions = ["allow", "reject", "restrict", "log"] as const

// The keys equal those in the service's configuration.
const signUpRule = plainStruct({
  enabled: optional(boolean),
  displayName: optional(string),
  priority: optional(finite),
  condition: optional(string),
  action: plainStruct({ type: literal(...signUpActions), message: optional(string) })
}) as Codec<SignUpRule>

/** The codec for each setting. */
export const configFields = {
  ...mapFlags(() => boolean),
  oauthAccountMergeStrategy: literal(...oauthAccountMergeStrategies),
  domains: array(Domain),
  oauthProviders: array(OAuthProviderConfig),
  emailConfig: EmailConfig,
  /** The theme id for the project's emails. 2026 generation only. */
  emailTheme: string,
  /** Sign-up rules by id. 2026 generation only. */
  signUpRules: record(signUpRule),
  /** The action for sign-ups that match no rule. 2026 generation only. */
  signUpRulesDefaultAction: literal("allow", "reject"),
  /**
   * Email hosts with reserved names, such as `mail.example.com`, that test emails can reach. Test emails to other
   * reserved names fail, because those hosts do not exist.
   */
  mailHosts: array(string),
  /** The team permissions granted to a team's creator, by id. */
  teamCreatorDefaultPermissions: array(string),
  /** The team permissions granted to new members, by id. */
  teamMemberDefaultPermissions: array(string),
  /** The project permissions granted to new users, by id. */
  userDefaultPermissions: array(string)
}

type ConfigFields = { -readonly [K in keyof typeof configFields]: TypeOf<typeof configFields[K]> }

/** A project's settings. */
export interface ProjectConfig extends ConfigFields {}

export const ProjectConfig: Codec<ProjectConfig> = struct(configFields)

/** One level's overrides. Their secrets have known names, so that they are redacted again. */
export const ConfigOverrides = transform(
  jsonObject,
  check(unknown, isObject),
  redactOverride,
  (overrides) => revealSecrets(overrides)
  // Sound: `redactOverride` returns configuration values.
) as Codec<unknown> as Codec<Readonly<Record<string, ConfigValue>>>

/** Returns a value with its secrets in plain text. */
export const revealSecrets = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? Redacted.value(value)
    : Array.isArray(value)
    ? value.map(revealSecrets)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, revealSecrets(field)]))
    : value
