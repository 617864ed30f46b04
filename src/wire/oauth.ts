/**
 * Signing in with an account of an OAuth provider: where a browser is sent, where the provider sends it back to, and the
 * exchange of the code that it comes home with (RFC 6749 § 4.1, with PKCE, RFC 7636).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { botChallengeFields, botChallengeNames } from "./botChallenge.ts"
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
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"
import { IssuedTokensWithNew, secret } from "./tokens.ts"

/**
 * Codec of a provider's id, which is a part of a path and travels in small letters. A path may not have parts such as `..`,
 * which would lead elsewhere, nor half a character; whether there is such a provider is for the service to say.
 *
 * @category schemas
 * @since 0.1.0
 */
export const providerId = /*#__PURE__*/ memoize(() =>
  Schema.String.check(Schema.isPattern(/^(?!\.\.?$)\P{Surrogate}+$/u, { expected: "the id of a provider" })).pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform<string, string>({ decode: (id) => id, encode: (id) => id.toLowerCase() })
    )
  )
)

/**
 * The client secret of clients that have no publishable client key. Services of 2026.
 *
 * @category constants
 * @since 0.1.0
 */
export const publicClientSecret = "__stack_public_client__"

/** An absolute URL without blanks, which is all that the service takes for one. */
const url = () => Schema.String.check(Schema.makeFilter((text: string) => !/\s/.test(text) && URL.canParse(text)))

const authorizeInput = () => ({
  params: struct({ providerId: providerId() }),
  query: struct({
    clientId: Schema.String,
    clientSecret: Schema.String,
    redirectUri: url(),
    scope: Schema.String,
    state: Schema.String,
    grantType: Schema.Literal("authorization_code"),
    codeChallenge: Schema.String,
    codeChallengeMethod: Schema.String,
    responseType: Schema.String,
    type: Schema.optional(Schema.Literals(["authenticate", "link"])),
    token: Schema.optional(secret()),
    providerScope: Schema.optional(Schema.String),
    errorRedirectUrl: Schema.optional(url()),
    // The older name of the same, which the service prefers.
    errorRedirectUri: Schema.optional(url()),
    afterCallbackRedirectUrl: Schema.optional(Schema.String),
    stackResponseMode: Schema.optional(Schema.Literals(["json", "redirect"])),
    ...botChallengeFields()
  })
})

/**
 * Where a browser is sent to sign in with a provider, or to link an account of the provider to the user. The client never
 * calls it: it makes the URL.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const authorize = endpoint("oauth.authorize", "GET", "/auth/oauth/authorize/:providerId", {
  encoding: "plain",
  status: 307,
  addedFields: ["stack_response_mode", ...botChallengeNames]
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

/**
 * The same for a client that asks for the provider's URL itself, in JSON mode: no cookie marks the browser then.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const authorizeAsJson = endpoint("oauth.authorize.json", "GET", "/auth/oauth/authorize/:providerId", {
  encoding: "plain",
  generation: "2026"
}, () => ({
  ...authorizeInput(),
  success: struct({ location: secret() }),
  errors: [
    OAuthProviderNotFoundOrNotEnabled,
    RedirectUrlNotWhitelisted,
    BotChallengeRequired,
    BotChallengeFailed,
    RequestSchemaError
  ]
}))

/**
 * Where a provider sends the browser back to. If the project trusts the page, an error is sent to a page, in the query: since
 * 2026 to `redirectUri`, or else to `errorRedirectUrl`; before to `errorRedirectUrl` alone.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const callback = endpoint("oauth.callback", "GET", "/auth/oauth/callback/:providerId", {
  encoding: "plain",
  status: 303
}, () => ({
  params: struct({ providerId: providerId() }),
  query: struct({
    code: Schema.optional(secret()),
    state: Schema.optional(Schema.String),
    iss: Schema.optional(Schema.String),
    error: Schema.optional(Schema.String),
    errorDescription: Schema.optional(Schema.String)
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

/**
 * The authorization code grant (RFC 6749 § 4.1.3). The answer has no user id: the access token says whose it is.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const exchange = endpoint("oauth.exchange", "POST", "/auth/oauth/token", { encoding: "form" }, () => ({
  payload: struct({
    grantType: Schema.Literal("authorization_code"),
    code: secret(),
    redirectUri: Schema.String,
    codeVerifier: secret(),
    clientId: Schema.String,
    clientSecret: Schema.String
  }),
  success: struct({
    accessToken: secret(),
    refreshToken: secret(),
    // Of any other kind of token nobody here would know the use (RFC 6749 § 7.1).
    tokenType: Schema.String.check(Schema.isPattern(/^bearer$/i)),
    expiresIn: Schema.Finite.check(Schema.isGreaterThan(0)),
    scope: Schema.optional(Schema.String),
    isNewUser: Schema.Boolean,
    afterCallbackRedirectUrl: Schema.NullOr(Schema.String)
  }),
  errors: [InvalidAuthorizationCode, RedirectUrlNotWhitelisted, MultiFactorAuthenticationRequired, RequestSchemaError]
}))

/**
 * Signing in with an identity token that a native app has from Apple. Services of 2026.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const signInWithApple = endpoint("oauth.signInWithApple", "POST", "/auth/oauth/callback/apple/native", {
  generation: "2026"
}, () => ({
  payload: struct({ idToken: secret() }),
  success: IssuedTokensWithNew(),
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
 * A code for a page of the app on another domain, where the signed-in user goes on. Services of 2026.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const authorizeCrossDomain = endpoint(
  "oauth.authorizeCrossDomain",
  "POST",
  "/auth/oauth/cross-domain/authorize",
  { session: true, generation: "2026" },
  () => ({
    payload: struct({
      redirectUri: url(),
      state: Schema.String,
      codeChallenge: Schema.String,
      codeChallengeMethod: Schema.Literal("S256"),
      afterCallbackRedirectUrl: Schema.optional(url())
    }),
    success: struct({ redirectUrl: secret() }),
    errors: [UserAuthenticationRequired, RedirectUrlNotWhitelisted, RequestSchemaError]
  })
)
