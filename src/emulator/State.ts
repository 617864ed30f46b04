/**
 * What the emulator remembers: plain rows, in memory.
 *
 * @since 0.1.0
 */
import type { Json } from "../wire/Json.ts"

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
  /** Trusted domains, such as `https://app.example.com`. */
  domains: ReadonlyArray<string>
  oauthProviders: ReadonlyArray<string>
}

/** @since 0.1.0 */
export interface ProjectRow {
  readonly id: string
  displayName: string
  readonly config: ProjectConfig
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
  /** 48 random bytes, which the project's signing key is made from. */
  readonly signingSeed: Uint8Array
  readonly users: Map<string, UserRow>
  readonly sessions: Map<string, SessionRow>
}

/** @since 0.1.0 */
export interface ContactChannelRow {
  readonly id: string
  value: string
  isPrimary: boolean
  isVerified: boolean
  usedForAuth: boolean
}

/** @since 0.1.0 */
export interface UserRow {
  readonly id: string
  displayName: string | null
  profileImageUrl: string | null
  readonly signedUpAtMillis: number
  lastActiveAtMillis: number
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  password: { readonly plain: string } | { readonly bcrypt: string } | null
  otpAuthEnabled: boolean
  passkeyAuthEnabled: boolean
  totpSecretBase64: string | null
  isAnonymous: boolean
  oauthProviders: ReadonlyArray<{ readonly id: string; readonly accountId: string; readonly email: string | null }>
  selectedTeamId: string | null
  readonly contactChannels: Array<ContactChannelRow>
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
export type State = Map<string, ProjectRow>

/**
 * Returns the primary contact channel of a user.
 *
 * @category getters
 * @since 0.1.0
 */
export const primaryChannel = (user: UserRow): ContactChannelRow | undefined =>
  user.contactChannels.find((channel) => channel.isPrimary)

/**
 * Finds the user who signs in with an address. Addresses differ by case, as they do in the service.
 *
 * @category getters
 * @since 0.1.0
 */
export const userByAuthEmail = (project: ProjectRow, email: string): UserRow | undefined => {
  for (const user of project.users.values()) {
    if (user.contactChannels.some((channel) => channel.usedForAuth && channel.value === email)) return user
  }
  return undefined
}

/**
 * Ends the sessions of a user, but for one that may be named by its refresh token.
 *
 * @category mutations
 * @since 0.1.0
 */
export const endSessions = (project: ProjectRow, user: UserRow, exceptRefreshToken?: string): void => {
  for (const session of project.sessions.values()) {
    if (session.userId === user.id && session.refreshToken !== exceptRefreshToken) project.sessions.delete(session.id)
  }
}
