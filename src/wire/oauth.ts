/**
 * The endpoints for the OAuth sign-in: the redirect to a provider, its callback, and the exchange of the authorization
 * code (RFC 6749 § 4.1 with PKCE, RFC 7636).
 */
import { botChallengeFields, botChallengeNames } from "./botChallenge.ts"
import { boolean, check, literal, nullOr, optional, pattern, positive, secret, string, transform } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  AccessTokenExpired,
  AppleBundleIdNotConfigured,
  BotChallengeFailed,
  BotChallengeRequired,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidPublishableClientKey,
  MultiFactorAuthenticationRequired,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderTemporarilyUnavailable,
  OuterOAuthTimeout,
  PublishableClientKeyRequiredForProject,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  SignUpNotEnabled,
  SignUpRejected,
  UnparsableAccessToken,
  UserAlreadyConnectedToAnotherOAuthConnection,
  UserAuthenticationRequired
} from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { IssuedTokensWithNew } from "./tokens.ts"

/**
 * Codec for a provider id, which is part of a path and sent in lower case. Rejects segments such as `..`, which would
 * change the path, and unpaired surrogates. The service checks whether the provider exists.
 */
export const providerId = /*#__PURE__*/ transform(
  /*#__PURE__*/ pattern(/^(?!\.\.?$)\P{Surrogate}+$/u, "the id of a provider"),
  string,
  (id) => id,
  (id) => id.toLowerCase()
)

/**
 * The client secret for clients without a publishable client key.
 *
 * @generation 2026
 */
export const publicClientSecret = "__stack_public_client__"

/** An absolute URL without spaces, as the service requires. */
const url = () => check(string, (text) => !/\s/.test(text) && URL.canParse(text))

const authorizeInput = () => ({
  params: struct({ providerId }),
  query: struct({
    clientId: string,
    clientSecret: string,
    redirectUri: url(),
    scope: string,
    state: string,
    grantType: literal("authorization_code"),
    codeChallenge: string,
    codeChallengeMethod: string,
    responseType: string,
    type: optional(literal("authenticate", "link")),
    token: optional(secret),
    providerScope: optional(string),
    errorRedirectUrl: optional(url()),
    // This parameter's older name, which takes precedence in the service.
    errorRedirectUri: optional(url()),
    afterCallbackRedirectUrl: optional(string),
    stackResponseMode: optional(literal("json", "redirect")),
    // The newer name, which the newest official clients send beside the other. Latchkey sends only the one that all read.
    hexclaveResponseMode: optional(literal("json", "redirect")),
    ...botChallengeFields()
  })
})

/**
 * The endpoint to which a browser is redirected to sign in with a provider or to link an account. Clients only build
 * its URL.
 */
export const authorize = endpoint("oauth.authorize", "GET", "/auth/oauth/authorize/:providerId", {
  encoding: "plain",
  status: 307,
  addedFields: ["stack_response_mode", ...botChallengeNames],
  laterFields: ["hexclave_response_mode"]
}, () => ({
  ...authorizeInput(),
  success: struct({}),
  errors: [
    InvalidOAuthClientIdOrSecret,
    InvalidPublishableClientKey,
    PublishableClientKeyRequiredForProject,
    RedirectUrlNotWhitelisted,
    BotChallengeRequired,
    BotChallengeFailed,
    OAuthProviderNotFoundOrNotEnabled,
    UnparsableAccessToken,
    AccessTokenExpired,
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
    RequestSchemaError
  ]
}))

/** The endpoint's JSON mode, for clients that request the provider's URL. It sets no cookie. */
export const authorizeAsJson = endpoint("oauth.authorize.json", "GET", "/auth/oauth/authorize/:providerId", {
  encoding: "plain",
  generation: "2026",
  laterFields: ["hexclave_response_mode"]
}, () => ({
  ...authorizeInput(),
  success: struct({ location: secret }),
  errors: [
    OAuthProviderNotFoundOrNotEnabled,
    RedirectUrlNotWhitelisted,
    BotChallengeRequired,
    BotChallengeFailed,
    RequestSchemaError
  ]
}))

/**
 * The callback that a provider redirects to. If the project trusts the page, errors are sent in its query: since 2026
 * to `redirectUri`, with `errorRedirectUrl` as the fallback; before 2026 to `errorRedirectUrl` only.
 */
export const callback = endpoint("oauth.callback", "GET", "/auth/oauth/callback/:providerId", {
  encoding: "plain",
  status: 303
}, () => ({
  params: struct({ providerId }),
  query: struct({
    code: optional(secret),
    state: optional(string),
    iss: optional(string),
    error: optional(string),
    errorDescription: optional(string)
  }),
  success: struct({}),
  errors: [
    OuterOAuthTimeout,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthProviderAccessDenied,
    OAuthProviderTemporarilyUnavailable,
    UserAlreadyConnectedToAnotherOAuthConnection,
    OAuthConnectionAlreadyConnectedToAnotherUser,
    SignUpNotEnabled,
    SignUpRejected,
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    RedirectUrlNotWhitelisted
  ]
}))

/** The authorization code grant (RFC 6749 § 4.1.3). The response has no user id; the access token contains it. */
export const exchange = endpoint("oauth.exchange", "POST", "/auth/oauth/token", { encoding: "form" }, () => ({
  payload: struct({
    grantType: literal("authorization_code"),
    code: secret,
    redirectUri: string,
    codeVerifier: secret,
    clientId: string,
    clientSecret: string
  }),
  success: struct({
    accessToken: secret,
    refreshToken: secret,
    // Clients cannot use other token types (RFC 6749 § 7.1).
    tokenType: pattern(/^bearer$/i, "a string matching the RegExp ^bearer$"),
    expiresIn: positive,
    scope: optional(string),
    isNewUser: boolean,
    afterCallbackRedirectUrl: nullOr(string)
  }),
  errors: [InvalidAuthorizationCode, RedirectUrlNotWhitelisted, MultiFactorAuthenticationRequired, RequestSchemaError]
}))

/**
 * Signs in with an identity token that a native app received from Apple.
 *
 * @generation 2026
 */
export const signInWithApple = endpoint("oauth.signInWithApple", "POST", "/auth/oauth/callback/apple/native", {
  generation: "2026"
}, () => ({
  payload: struct({ idToken: secret }),
  success: IssuedTokensWithNew,
  errors: [
    OAuthProviderNotFoundOrNotEnabled,
    AppleBundleIdNotConfigured,
    InvalidAppleCredentials,
    SignUpNotEnabled,
    SignUpRejected,
    ContactChannelAlreadyUsedForAuthBySomeoneElse,
    MultiFactorAuthenticationRequired,
    RequestSchemaError
  ]
}))

/**
 * A code for the app's page on another domain, with which the signed-in user continues there.
 *
 * @generation 2026
 */
export const authorizeCrossDomain = endpoint(
  "oauth.authorizeCrossDomain",
  "POST",
  "/auth/oauth/cross-domain/authorize",
  { session: true, generation: "2026" },
  () => ({
    payload: struct({
      redirectUri: url(),
      state: string,
      codeChallenge: string,
      codeChallengeMethod: literal("S256"),
      afterCallbackRedirectUrl: optional(url())
    }),
    success: struct({ redirectUrl: secret }),
    errors: [UserAuthenticationRequired, RedirectUrlNotWhitelisted, RequestSchemaError]
  })
)
