/**
 * What the emulator remembers of OAuth: flows on their way, codes to be exchanged, and accounts that users have connected.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export interface OAuthAccountRow {
  /** The provider. */
  readonly id: string
  /** The id of the connection between the account and its user. */
  readonly connectionId: string
  /** Whether the user signs in with the account. */
  allowSignIn: boolean
  /** Whether the account is one of the user's connected accounts. */
  allowConnectedAccounts: boolean
  accountId: string
  email: string | null
  /** What the provider gave the service for the account, oldest first. */
  readonly tokens: Array<ProviderTokenRow>
}

/**
 * Tokens of a provider, for calls to its API in the name of an account.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProviderTokenRow {
  readonly accessToken: string
  readonly expiresAtMillis: number
  readonly refreshToken: string
  /** What the account's owner allowed. */
  readonly scopes: ReadonlyArray<string>
}

/**
 * Who somebody is at a provider, as the provider tells it.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
}

/**
 * A sign-in with a provider, or the link of an account, from where it begins to where the provider sends the browser back.
 *
 * @category models
 * @since 0.1.0
 */
export interface OAuthFlowRow {
  /** Made for the provider, which sends it back; a cookie with it in its name marks the browser. */
  readonly innerState: string
  readonly providerId: string
  readonly expiresAtMillis: number
  readonly redirectUri: string
  readonly state: string
  readonly scope: string
  readonly responseType: string
  readonly codeChallenge: string
  readonly codeChallengeMethod: string
  /** The user whom the account shall be linked to; `undefined` for a sign-in. */
  readonly linkTo: string | undefined
  /** The anonymous user who has begun a sign-in, and who becomes the one who signs up by it. */
  readonly upgrade?: string | undefined
  /** What the provider is asked to allow. */
  readonly providerScopes: ReadonlyArray<string>
  readonly errorRedirectUrl: string | undefined
  readonly afterCallbackRedirectUrl: string | undefined
  /** Whether the flow began in JSON mode, in which no cookie marks the browser. */
  readonly isJson?: boolean | undefined
  /** What the account's owner has agreed to, with the provider's code for it, until the service has fetched it. */
  grant: { readonly code: string; readonly account: ProviderAccount } | undefined
}

/**
 * An authorization code of the service's own, which a program exchanges for tokens.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuthorizationCodeRow {
  readonly code: string
  readonly expiresAtMillis: number
  readonly userId: string
  readonly isNewUser: boolean
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly codeChallengeMethod: string
  readonly afterCallbackRedirectUrl: string | undefined
}
