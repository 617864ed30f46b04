import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  ConnectedAccounts,
  type Cookies,
  type KnownErrors,
  Mfa,
  type Navigation,
  OAuth,
  type Page,
  type SignedInOrUp
} from "latchkey"

type Host = Client.Client | Navigation.Navigation | Cookies.Cookies
type Secret = Redacted.Redacted<string>

const github = { provider: "github" }

describe("OAuth.start", () => {
  it("returns the URL of a sign-in, redacted", () => {
    type Begun = Effect.Effect<Secret, OAuth.StartError, Host>
    expectTypeOf<OAuth.StartError>().toEqualTypeOf<
      | KnownErrors.OAuthProviderNotFoundOrNotEnabled
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.BotChallengeRequired
      | KnownErrors.BotChallengeFailed
      | KnownErrors.RequestSchemaError
      | Page.HostUnavailable
      | ApiError
    >()
    expectTypeOf(OAuth.start(github)).toEqualTypeOf<Begun>()
    expectTypeOf(OAuth.start({ ...github, type: "authenticate", scopes: ["repo"] })).toEqualTypeOf<Begun>()
    // @ts-expect-error scopes are a list
    OAuth.start({ ...github, scopes: "repo gist" })
    // @ts-expect-error the flow's secrets are its own
    OAuth.start({ ...github, state: "s" })
    // @ts-expect-error there are two things that a flow can be for
    OAuth.start({ ...github, type: "sign-in" })
  })

  it("can fail without a user if it is for a link", () => {
    type Begun = Effect.Effect<
      Secret,
      KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | Page.HostUnavailable | ApiError,
      Host
    >
    expectTypeOf(OAuth.start({ ...github, type: "link" })).toEqualTypeOf<Begun>()
    const type = "link" as "authenticate" | "link" | undefined
    expectTypeOf(OAuth.start({ ...github, type })).toEqualTypeOf<
      Effect.Effect<Secret, KnownErrors.CannotGetOwnUserWithoutUser | OAuth.StartError, Host>
    >()
  })

  it("leaves the page, like signIn and link", () => {
    expectTypeOf(OAuth.signIn).toEqualTypeOf<
      (options: OAuth.StartOptions) => Effect.Effect<
        void,
        OAuth.StartError,
        Host
      >
    >()
    expectTypeOf(OAuth.link).toEqualTypeOf<
      (options: OAuth.StartOptions) => Effect.Effect<
        void,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | Page.HostUnavailable | ApiError,
        Host
      >
    >()
  })
})

describe("OAuth.callback", () => {
  it("returns the user or undefined, and fails with known errors or a code for users", () => {
    expectTypeOf<OAuth.AuthorizationError>().toEqualTypeOf<
      | KnownErrors.OuterOAuthTimeout
      | KnownErrors.OAuthProviderNotFoundOrNotEnabled
      | KnownErrors.OAuthProviderAccessDenied
      | KnownErrors.OAuthProviderTemporarilyUnavailable
      | KnownErrors.UserAlreadyConnectedToAnotherOAuthConnection
      | KnownErrors.OAuthConnectionAlreadyConnectedToAnotherUser
      | KnownErrors.OAuthExtraScopeNotAvailableWithSharedOAuthKeys
      | KnownErrors.SignUpNotEnabled
      | KnownErrors.SignUpRejected
      | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.InvalidAuthorizationCode
    >()
    expectTypeOf<OAuth.CallbackError>().toEqualTypeOf<
      | OAuth.AuthorizationError
      | KnownErrors.MultiFactorAuthenticationRequired
      | KnownErrors.RequestSchemaError
      | OAuth.OAuthCallbackError
    >()
    expectTypeOf(OAuth.callback).toEqualTypeOf<
      Effect.Effect<OAuth.SignedInWithProvider | undefined, OAuth.CallbackError, Host>
    >()
    expectTypeOf<OAuth.OAuthCallbackError["reason"]>().toEqualTypeOf<ApiError | OAuth.InvalidAuthorizationResponse>()
    // @ts-expect-error what a network does is a reason
    Effect.catchTag(OAuth.callback, "ApiError", () => Effect.void)
    void Effect.catchReason(OAuth.callback, "OAuthCallbackError", "ApiError", (error) => {
      expectTypeOf(error).toEqualTypeOf<ApiError>()
      return Effect.void
    })
  })

  it("continues with a second factor like every sign-in", () => {
    expectTypeOf(Mfa.orContinue(OAuth.callback)).toEqualTypeOf<
      Effect.Effect<
        OAuth.SignedInWithProvider | Mfa.Continuation | undefined,
        Exclude<OAuth.CallbackError, KnownErrors.MultiFactorAuthenticationRequired>,
        Host
      >
    >()
  })

  it("requires no page if the URL is given", () => {
    expectTypeOf(OAuth.callbackAt).toEqualTypeOf<
      (address: string, options?: { readonly redirectUri?: string | undefined }) => Effect.Effect<
        OAuth.SignedInWithProvider | undefined,
        OAuth.CallbackError,
        Client.Client | Cookies.Cookies
      >
    >()
  })

  it("asks for the second factor and redirects, as callbackAndRedirect", () => {
    expectTypeOf(OAuth.callbackAndRedirect).toEqualTypeOf<
      Effect.Effect<
        SignedInOrUp | undefined,
        | OAuth.AuthorizationError
        | KnownErrors.RequestSchemaError
        | KnownErrors.VerificationCodeError
        | KnownErrors.InvalidTotpCode
        | OAuth.OAuthCallbackError
        | Page.HostUnavailable
        | Navigation.RedirectUrlNotTrusted,
        Host
      >
    >()
  })

  it("redirects separately, after any sign-in", () => {
    expectTypeOf(OAuth.redirectAfterCallback).returns.toEqualTypeOf<
      Effect.Effect<void, Navigation.RedirectUrlNotTrusted, Navigation.Navigation>
    >()
    expectTypeOf<SignedInOrUp>().toExtend<Parameters<typeof OAuth.redirectAfterCallback>[0]>()
    expectTypeOf<OAuth.SignedInWithProvider>().toExtend<Parameters<typeof OAuth.redirectAfterCallback>[0]>()
  })
})

describe("OAuth.errorOf", () => {
  it("has a known code, and a text", () => {
    expectTypeOf(OAuth.errorOf).toEqualTypeOf<(address: string | URL) => OAuth.RedirectedError | undefined>()
    expectTypeOf<"OAUTH_PROVIDER_ACCESS_DENIED">().toExtend<OAuth.ErrorCode>()
    // @ts-expect-error an error that no flow is redirected with
    const code: OAuth.ErrorCode = "PASSWORD_TOO_SHORT"
  })
})

describe("ConnectedAccounts.get", () => {
  type Refused =
    | KnownErrors.OAuthProviderNotFoundOrNotEnabled
    | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
    | KnownErrors.CannotGetOwnUserWithoutUser
    | KnownErrors.RequestSchemaError
    | ApiError
  type Account = ConnectedAccounts.ConnectedAccount | null

  it("requires only a client, unless it may redirect", () => {
    expectTypeOf(ConnectedAccounts.get(github)).toEqualTypeOf<Effect.Effect<Account, Refused, Client.Client>>()
    expectTypeOf(ConnectedAccounts.get({ ...github, scopes: ["a"], or: "return-null" })).toEqualTypeOf<
      Effect.Effect<Account, Refused, Client.Client>
    >()
    expectTypeOf(ConnectedAccounts.get({ ...github, or: "redirect" })).toEqualTypeOf<
      Effect.Effect<Account, Refused | Page.HostUnavailable, Host>
    >()
    expectTypeOf<ConnectedAccounts.ConnectedAccount["accessToken"]>().toEqualTypeOf<Secret>()
    // @ts-expect-error there is always null to return
    ConnectedAccounts.get({ ...github, or: "throw" })
  })
})
