/** A project's settings, as its admins read and change them. */
import type * as Redacted from "effect/Redacted"
import type { Secret } from "../platform/toRedacted.ts"
import { array, boolean, type Codec, finite, literal, optional, secret, string, transform, union } from "./Codec.ts"
import { Domain } from "./projects.ts"
import { redactFields } from "./redactFields.ts"
import { partial, plainStruct, struct } from "./Struct.ts"

/** The OAuth providers that the service supports. */
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

export type OAuthProviderId = typeof oauthProviderIds[number]

/** An OAuth provider that users can sign in with, with the service's shared keys or with project keys. */
export type OAuthProviderConfig =
  | { readonly id: string; readonly type: "shared"; readonly providerConfigId?: string | undefined }
  | {
    readonly id: string
    readonly type: "standard"
    readonly clientId: string
    readonly clientSecret: Redacted.Redacted<string>
    readonly facebookConfigId?: string | undefined
    readonly microsoftTenantId?: string | undefined
    /** The bundle ids of native apps whose users sign in with Apple. @generation 2026 */
    readonly appleBundleIds?: ReadonlyArray<string> | undefined
    /** The id of this configuration, assigned by the service. Ignored in changes. @generation 2026 */
    readonly providerConfigId?: string | undefined
  }

export const OAuthProviderConfig: Codec<OAuthProviderConfig> = /*#__PURE__*/ union(() => {
  const providerConfigId = optional(string)
  return [
    struct({ ...standardFields(), providerConfigId }),
    struct({ ...sharedFields(), providerConfigId })
  ]
})

/** An `OAuthProviderConfig` whose client secret may be plain text. */
export type OAuthProviderConfigInput =
  | Extract<OAuthProviderConfig, { readonly type: "shared" }>
  | Omit<Extract<OAuthProviderConfig, { readonly type: "standard" }>, "clientSecret"> & {
    readonly clientSecret: Secret
  }

/** The service returns `providerConfigId` but rejects it in a change. */
const oauthProviderUpdate = (): Codec<OAuthProviderConfig> =>
  union(() => [struct(standardFields()), struct(sharedFields())])

const sharedFields = () => ({ id: string, type: literal("shared") })

const standardFields = () => ({
  id: string,
  type: literal("standard"),
  clientId: string,
  clientSecret: secret,
  facebookConfigId: optional(string),
  microsoftTenantId: optional(string),
  appleBundleIds: optional(array(string))
})

/** An SMTP server and the sender of its emails. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
  readonly senderName: string
  readonly senderEmail: string
}

/** An SMTP server whose password may be plain text. */
export interface SmtpConfigInput extends Omit<SmtpConfig, "password"> {
  readonly password: Secret
}

/** Creates the fields of an SMTP server. */
export const smtpFields = () => ({
  host: string,
  port: finite,
  username: string,
  password: secret,
  senderName: string,
  senderEmail: string
})

/** A project's email server: the service's shared server, or an SMTP server. */
export type EmailConfig =
  | { readonly type: "shared" }
  | SmtpConfig & { readonly type: "standard" }

/** An `EmailConfig` whose password may be plain text. */
export type EmailConfigInput =
  | { readonly type: "shared" }
  | SmtpConfigInput & { readonly type: "standard" }

export const EmailConfig: Codec<EmailConfig> = /*#__PURE__*/ union(() => [
  struct({ type: literal("standard"), ...smtpFields() }),
  struct({ type: literal("shared") })
])

/**
 * The handling of a new OAuth account whose email address belongs to an existing user.
 *
 * - `link_method`: links the account to that user, if both have verified the address.
 * - `raise_error`: rejects the sign-in.
 * - `allow_duplicates`: creates a second user.
 */
export type OAuthAccountMergeStrategy = "link_method" | "raise_error" | "allow_duplicates"

/** A project's settings: sign-in methods, user permissions, trusted domains. */
export interface ProjectConfig {
  readonly signUpEnabled: boolean
  /** `true` if users can sign in with a password. */
  readonly credentialEnabled: boolean
  /** `true` if users can sign in with a link or code from an email. */
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly oauthProviders: ReadonlyArray<OAuthProviderConfig>
  /** The same providers with the fields that clients may see. */
  readonly enabledOauthProviders: ReadonlyArray<{ readonly id: string }>
  readonly oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  /** `true` if the service creates a team for every new user. */
  readonly createTeamOnSignUp: boolean
  /** The allowed domains of redirects. */
  readonly domains: ReadonlyArray<Domain>
  /** `true` if redirects to localhost are allowed, for development. */
  readonly allowLocalhost: boolean
  readonly emailConfig: EmailConfig
  /** The id of the project's email theme. @generation 2026 */
  readonly emailTheme?: string | undefined
  /**
   * Ids of the permissions that the creator of a team gets in it. The service accepts undefined ids here, but then
   * fails to create teams.
   */
  readonly teamCreatorDefaultPermissions: ReadonlyArray<string>
  /** Ids of the permissions that each new member of a team gets. With an undefined id, users cannot join teams. */
  readonly teamMemberDefaultPermissions: ReadonlyArray<string>
  /** Ids of the project permissions that each new user gets. With an undefined id, users cannot sign up. */
  readonly userDefaultPermissions: ReadonlyArray<string>
}

/** A change of settings. Omitted settings keep their values. A list replaces the old list. */
export type ProjectConfigUpdate = Omit<RedactedConfigUpdate, "emailConfig" | "oauthProviders"> & {
  readonly emailConfig?: EmailConfigInput | undefined
  readonly oauthProviders?: ReadonlyArray<OAuthProviderConfigInput> | undefined
}

/** A `ProjectConfigUpdate` whose secrets are redacted. */
export type RedactedConfigUpdate =
  & { readonly [K in Exclude<keyof ProjectConfig, "enabledOauthProviders">]?: ProjectConfig[K] | undefined }
  & {
    /**
     * `true` if users are restricted until they verify their primary email address. `ProjectConfig.get` returns the
     * current value.
     *
     * @generation 2026
     */
    readonly requireEmailVerification?: boolean | undefined
  }

/** Redacts the secrets of a change. */
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

/** On the wire, each permission in a list is an object with an id. */
const permissionIds = () =>
  transform(
    array(plainStruct({ id: string })),
    array(string),
    (permissions) => permissions.map(({ id }) => id),
    (ids) => ids.map((id) => ({ id }))
  )

const settings = () => ({
  signUpEnabled: boolean,
  credentialEnabled: boolean,
  magicLinkEnabled: boolean,
  passkeyEnabled: boolean,
  oauthProviders: array(OAuthProviderConfig),
  oauthAccountMergeStrategy: literal("link_method", "raise_error", "allow_duplicates"),
  clientTeamCreationEnabled: boolean,
  clientUserDeletionEnabled: boolean,
  allowUserApiKeys: boolean,
  allowTeamApiKeys: boolean,
  createTeamOnSignUp: boolean,
  domains: array(Domain),
  allowLocalhost: boolean,
  emailConfig: EmailConfig,
  emailTheme: string,
  teamCreatorDefaultPermissions: permissionIds(),
  teamMemberDefaultPermissions: permissionIds(),
  userDefaultPermissions: permissionIds()
})

export const ProjectConfig: Codec<ProjectConfig> = /*#__PURE__*/ struct(() => ({
  ...settings(),
  emailTheme: optional(string),
  enabledOauthProviders: array(struct({ id: string }))
}))

export const ProjectConfigUpdate: Codec<RedactedConfigUpdate> = /*#__PURE__*/ struct(() =>
  partial({
    ...settings(),
    oauthProviders: array(oauthProviderUpdate()),
    requireEmailVerification: boolean
  })
)

export type { Domain } from "./projects.ts"
