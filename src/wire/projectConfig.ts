/**
 * The settings of a project, as its admins see and change them.
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import type { Secret } from "../platform/toRedacted.ts"
import { memoize } from "./memoize.ts"
import { Domain } from "./projects.ts"
import { redactFields } from "./redactFields.ts"
import { struct, type Wire } from "./Struct.ts"
import { secret } from "./tokens.ts"

/**
 * The OAuth providers that the service knows.
 *
 * @category constants
 * @since 0.1.0
 */
export const oauthProviderIds = [
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x",
  // Services since 2026.
  "twitch"
] as const

/** @since 0.1.0 */
export type OAuthProviderId = typeof oauthProviderIds[number]

/**
 * An OAuth provider that users of the project may sign in with: with keys that the service shares among projects, or
 * with the project's own.
 *
 * @category models
 * @since 0.1.0
 */
export type OAuthProviderConfig =
  | { readonly id: string; readonly type: "shared"; readonly providerConfigId?: string | undefined }
  | {
    readonly id: string
    readonly type: "standard"
    readonly clientId: string
    readonly clientSecret: Redacted.Redacted<string>
    readonly facebookConfigId?: string | undefined
    readonly microsoftTenantId?: string | undefined
    /** The bundle ids of the apps whose users sign in with Apple on their devices. Services since 2026. */
    readonly appleBundleIds?: ReadonlyArray<string> | undefined
    /** The id of this configuration, which the service chooses. Changes ignore it. Services since 2026. */
    readonly providerConfigId?: string | undefined
  }

/** @since 0.1.0 */
export const OAuthProviderConfig: () => Wire<OAuthProviderConfig> = /*#__PURE__*/ memoize(() => {
  const providerConfigId = Schema.optional(Schema.String)
  return Schema.Union([
    struct({ ...standardFields(), providerConfigId }),
    struct({ ...sharedFields(), providerConfigId })
  ])
})

/**
 * An `OAuthProviderConfig` whose client secret may be plain text.
 *
 * @category models
 * @since 0.1.0
 */
export type OAuthProviderConfigInput =
  | Extract<OAuthProviderConfig, { readonly type: "shared" }>
  | Omit<Extract<OAuthProviderConfig, { readonly type: "standard" }>, "clientSecret"> & {
    readonly clientSecret: Secret
  }

/** The service shows the id of a configuration, and refuses it in a change. */
const oauthProviderUpdate = (): Wire<OAuthProviderConfig> =>
  Schema.Union([struct(standardFields()), struct(sharedFields())])

const sharedFields = () => ({ id: Schema.String, type: Schema.Literal("shared") })

const standardFields = () => ({
  id: Schema.String,
  type: Schema.Literal("standard"),
  clientId: Schema.String,
  clientSecret: secret(),
  facebookConfigId: Schema.optional(Schema.String),
  microsoftTenantId: Schema.optional(Schema.String),
  appleBundleIds: Schema.optional(Schema.Array(Schema.String))
})

/**
 * A mail server that speaks SMTP, and the sender that it sends as.
 *
 * @category models
 * @since 0.1.0
 */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
  readonly senderName: string
  readonly senderEmail: string
}

/**
 * An SMTP server whose password may be plain text.
 *
 * @category models
 * @since 0.1.0
 */
export interface SmtpConfigInput extends Omit<SmtpConfig, "password"> {
  readonly password: Secret
}

/**
 * The fields of a mail server.
 *
 * @category schemas
 * @since 0.1.0
 */
export const smtpFields = () => ({
  host: Schema.String,
  port: Schema.Finite,
  username: Schema.String,
  password: secret(),
  senderName: Schema.String,
  senderEmail: Schema.String
})

/**
 * How the project's mails are sent: by the service's own server, or by one that speaks SMTP.
 *
 * @category models
 * @since 0.1.0
 */
export type EmailConfig =
  | { readonly type: "shared" }
  | SmtpConfig & { readonly type: "standard" }

/**
 * An `EmailConfig` whose password may be plain text.
 *
 * @category models
 * @since 0.1.0
 */
export type EmailConfigInput =
  | { readonly type: "shared" }
  | SmtpConfigInput & { readonly type: "standard" }

/** @since 0.1.0 */
export const EmailConfig: () => Wire<EmailConfig> = /*#__PURE__*/ memoize(() =>
  Schema.Union([
    struct({ type: Schema.Literal("standard"), ...smtpFields() }),
    struct({ type: Schema.Literal("shared") })
  ])
)

/**
 * What happens when an OAuth account has the address of a user who exists.
 *
 * - `link_method`: the account becomes one more way in for that user, if both have the address verified.
 * - `raise_error`: the sign-in is refused.
 * - `allow_duplicates`: a second user is created.
 *
 * @category models
 * @since 0.1.0
 */
export type OAuthAccountMergeStrategy = "link_method" | "raise_error" | "allow_duplicates"

/**
 * The settings of a project: the ways in that are open, what users may do by themselves, whom the project trusts.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  /** Whether users may sign in with a password. */
  readonly credentialEnabled: boolean
  /** Whether users may sign in with a link or a code that is mailed to them. */
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly oauthProviders: ReadonlyArray<OAuthProviderConfig>
  /** The same providers as clients see them. */
  readonly enabledOauthProviders: ReadonlyArray<{ readonly id: string }>
  readonly oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  /** Whether every new user gets a team. */
  readonly createTeamOnSignUp: boolean
  /** The domains that users may be sent back to. */
  readonly domains: ReadonlyArray<Domain>
  /** Whether users may be sent back to the machine that they sit at, which only developers want. */
  readonly allowLocalhost: boolean
  readonly emailConfig: EmailConfig
  /** The id of the theme of the project's emails. Services since 2026. */
  readonly emailTheme?: string | undefined
  /**
   * Ids of the permissions that whoever creates a team gets in it. The service takes any ids, here and below, and then fails
   * to grant those that nobody has defined: nobody can create a team any more.
   */
  readonly teamCreatorDefaultPermissions: ReadonlyArray<string>
  /** Ids of the permissions that every new member of a team gets in it. Undefined ones keep everybody from joining. */
  readonly teamMemberDefaultPermissions: ReadonlyArray<string>
  /** Ids of the project permissions that every new user gets. Undefined ones keep everybody from signing up. */
  readonly userDefaultPermissions: ReadonlyArray<string>
}

/**
 * Settings to be changed. What is left out stays as it is; a list takes the place of the old one as a whole.
 *
 * @category models
 * @since 0.1.0
 */
export type ProjectConfigUpdate = Omit<RedactedConfigUpdate, "emailConfig" | "oauthProviders"> & {
  readonly emailConfig?: EmailConfigInput | undefined
  readonly oauthProviders?: ReadonlyArray<OAuthProviderConfigInput> | undefined
}

/**
 * A `ProjectConfigUpdate` whose secrets are redacted.
 *
 * @category models
 * @since 0.1.0
 */
export type RedactedConfigUpdate =
  & { readonly [K in Exclude<keyof ProjectConfig, "enabledOauthProviders">]?: ProjectConfig[K] | undefined }
  & {
    /**
     * Whether users are restricted until they have verified their primary email. `ProjectConfig.get` shows the current value.
     * Services since 2026.
     */
    readonly requireEmailVerification?: boolean | undefined
  }

/**
 * Redacts the secrets of a change.
 *
 * @category conversion
 * @since 0.1.0
 */
export const redactConfigUpdate = (update: ProjectConfigUpdate): RedactedConfigUpdate => {
  const { emailConfig, oauthProviders } = update
  return {
    ...update,
    emailConfig: emailConfig?.type === "standard" ? redactFields(emailConfig, "password") : emailConfig,
    oauthProviders: oauthProviders?.map(redactProvider)
  }
}

const redactProvider = (provider: OAuthProviderConfigInput): OAuthProviderConfig =>
  provider?.type === "standard" ? redactFields(provider, "clientSecret") : provider

/** On the wire, a permission of a list is an object with an id. */
const permissionIds = () =>
  Schema.Array(Schema.Struct({ id: Schema.String })).pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String),
      SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<{ readonly id: string }>>({
        decode: (permissions) => permissions.map(({ id }) => id),
        encode: (ids) => ids.map((id) => ({ id }))
      })
    )
  )

const settings = () => ({
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  oauthProviders: Schema.Array(OAuthProviderConfig()),
  oauthAccountMergeStrategy: Schema.Literals(["link_method", "raise_error", "allow_duplicates"]),
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  createTeamOnSignUp: Schema.Boolean,
  domains: Schema.Array(Domain()),
  allowLocalhost: Schema.Boolean,
  emailConfig: EmailConfig(),
  emailTheme: Schema.String,
  teamCreatorDefaultPermissions: permissionIds(),
  teamMemberDefaultPermissions: permissionIds(),
  userDefaultPermissions: permissionIds()
})

/** @since 0.1.0 */
export const ProjectConfig: () => Wire<ProjectConfig> = /*#__PURE__*/ memoize(() =>
  struct({
    ...settings(),
    emailTheme: Schema.optional(Schema.String),
    enabledOauthProviders: Schema.Array(struct({ id: Schema.String }))
  })
)

/** @since 0.1.0 */
export const ProjectConfigUpdate: () => Wire<RedactedConfigUpdate> = /*#__PURE__*/ memoize(() =>
  struct(
    Struct.map({
      ...settings(),
      oauthProviders: Schema.Array(oauthProviderUpdate()),
      requireEmailVerification: Schema.Boolean
    }, Schema.optional)
  )
)

/** @since 0.1.0 */
export type { Domain } from "./projects.ts"
