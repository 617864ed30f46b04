/**
 * The settings of a project, as its admins see and change them.
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"

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
  "x"
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
  | { readonly id: string; readonly type: "shared" }
  | {
    readonly id: string
    readonly type: "standard"
    readonly clientId: string
    readonly clientSecret: Redacted.Redacted<string>
    readonly facebookConfigId?: string | undefined
    readonly microsoftTenantId?: string | undefined
  }

/**
 * How the project's mails are sent: by the service's own server, or by one that speaks SMTP.
 *
 * @category models
 * @since 0.1.0
 */
export type EmailConfig =
  | { readonly type: "shared" }
  | {
    readonly type: "standard"
    readonly host: string
    readonly port: number
    readonly username: string
    readonly password: Redacted.Redacted<string>
    readonly senderName: string
    readonly senderEmail: string
  }

/**
 * A domain that the project trusts to send its users to, and where the handler pages are on it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Domain {
  /** Such as `https://app.example.com`. */
  readonly domain: string
  /** Such as `/handler`. */
  readonly handlerPath: string
}

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
 * The mails that have a template.
 *
 * @category constants
 * @since 0.1.0
 */
export const emailTemplateTypes = ["email_verification", "password_reset", "magic_link", "team_invitation"] as const

/** @since 0.1.0 */
export type EmailTemplateType = typeof emailTemplateTypes[number]
