/** The rows of OAuth: flows in progress, authorization codes, and connected accounts. */

export interface OAuthAccountRow {
  /** The provider's id. */
  readonly id: string
  /** The id of the link between the account and the user. */
  readonly connectionId: string
  /** `true` if the user can sign in with the account. */
  allowSignIn: boolean
  /** `true` if the account is one of the user's connected accounts. */
  allowConnectedAccounts: boolean
  accountId: string
  email: string | null
  /** The tokens that the provider has issued for the account, oldest first. */
  readonly tokens: Array<ProviderTokenRow>
}

/** Provider tokens, for calls to the provider's API. */
export interface ProviderTokenRow {
  readonly accessToken: string
  readonly expiresAtMillis: number
  readonly refreshToken: string
  /** The granted scopes. */
  readonly scopes: ReadonlyArray<string>
}

/** An account at a provider. */
export interface ProviderAccount {
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
}

/** A sign-in or the linking of an account, between the authorization request and the callback. */
export interface OAuthFlowRow {
  /** The state sent to the provider. It is also part of the name of the flow's cookie. */
  readonly innerState: string
  readonly providerId: string
  readonly expiresAtMillis: number
  readonly redirectUri: string
  readonly state: string
  readonly scope: string
  readonly responseType: string
  readonly codeChallenge: string
  readonly codeChallengeMethod: string
  /** The user to link the account to; `undefined` for a sign-in. */
  readonly linkTo: string | undefined
  /** The anonymous user who started the sign-in, upgraded if it creates a new user. */
  readonly upgrade?: string | undefined
  /** The scopes requested from the provider. */
  readonly providerScopes: ReadonlyArray<string>
  readonly errorRedirectUrl: string | undefined
  readonly afterCallbackRedirectUrl: string | undefined
  /** `true` if the flow was started in JSON mode, which sets no cookie. */
  readonly isJson?: boolean | undefined
  /** The account that the user has approved, and the provider's code for it, until the callback. */
  grant: { readonly code: string; readonly account: ProviderAccount } | undefined
}

/** An authorization code, which the app exchanges for tokens. */
export interface AuthorizationCodeRow {
  readonly code: string
  readonly expiresAtMillis: number
  readonly userId: string
  readonly isNewUser: boolean
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly codeChallengeMethod: string
  readonly afterCallbackRedirectUrl: string | undefined
  /** The session that the code continues on another domain. Without it, the exchange starts a new session. */
  readonly sessionId?: string | undefined
}
