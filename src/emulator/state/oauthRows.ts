/** The rows for OAuth: flows in progress, authorization codes, and connected accounts. */
import { array, boolean, nullOr, optional, string, type TypeOf } from "../../wire/Codec.ts"
import { struct } from "../../wire/Struct.ts"
import { list, maybe, millis, row } from "./collectionCodecs.ts"

const ProviderTokenRow = struct({
  accessToken: string,
  expiresAtMillis: millis,
  refreshToken: string,
  scopes: array(string)
})

/** Provider tokens, for calls to the provider's API. */
export interface ProviderTokenRow extends TypeOf<typeof ProviderTokenRow> {}

export const OAuthAccountRow = row({
  id: string,
  /** The id of the link between the account and the user. */
  connectionId: string,
  /** The tokens that the provider has issued for the account, oldest first. */
  tokens: list(ProviderTokenRow)
}, {
  allowSignIn: boolean,
  allowConnectedAccounts: boolean,
  accountId: string,
  email: nullOr(string)
})

export interface OAuthAccountRow extends TypeOf<typeof OAuthAccountRow> {}

const ProviderAccount = struct({
  accountId: string,
  email: nullOr(string),
  emailVerified: boolean,
  displayName: nullOr(string)
})

/** An account at a provider. */
export interface ProviderAccount extends TypeOf<typeof ProviderAccount> {}

export const OAuthFlowRow = row({
  /** The state sent to the provider. The name of the flow's cookie contains it. */
  innerState: string,
  providerId: string,
  expiresAtMillis: millis,
  redirectUri: string,
  state: string,
  scope: string,
  responseType: string,
  codeChallenge: string,
  codeChallengeMethod: string,
  /** The user to link the account to; `undefined` for a sign-in. */
  linkTo: maybe(string),
  /** The anonymous user who started the sign-in, upgraded if it creates a new user. */
  upgrade: optional(string),
  providerScopes: array(string),
  errorRedirectUrl: maybe(string),
  afterCallbackRedirectUrl: maybe(string),
  /** `true` if the flow was started in JSON mode, which sets no cookie. */
  isJson: optional(boolean)
}, {
  /** The account that the user has approved, and the provider's code for it, until the callback. */
  grant: maybe(struct({ code: string, account: ProviderAccount }))
})

/** A sign-in or the linking of an account, between the authorization request and the callback. */
export interface OAuthFlowRow extends TypeOf<typeof OAuthFlowRow> {}

export const AuthorizationCodeRow = struct({
  code: string,
  expiresAtMillis: millis,
  userId: string,
  isNewUser: boolean,
  redirectUri: string,
  codeChallenge: string,
  codeChallengeMethod: string,
  afterCallbackRedirectUrl: maybe(string),
  /** The session that the code continues on another domain. Without it, the exchange starts a new session. */
  sessionId: optional(string)
})

/** An authorization code, which the app exchanges for tokens. */
export interface AuthorizationCodeRow extends TypeOf<typeof AuthorizationCodeRow> {}
