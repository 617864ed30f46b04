import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  ConnectedAccounts,
  type KnownErrors,
  OAuth,
  OAuthProviders,
  type SignedInOrUp,
  type Tokens
} from "latchkey"
import type { Emulator } from "latchkey/emulator"
import { ConnectedAccounts as ServerAccounts, type Server } from "latchkey/server"

declare const secret: Redacted.Redacted<string>
declare const client: Layer.Layer<Client.Client>

const flow = { provider: "github", redirectUri: "https://a.example.com/", state: "s", codeChallenge: "c" }

describe("OAuth", () => {
  it("returns the URL of a sign-in, which can fail only for invalid input", () => {
    expectTypeOf(OAuth.authorizationUrl(flow)).toEqualTypeOf<
      Effect.Effect<Redacted.Redacted<string>, KnownErrors.RequestSchemaError, Client.Client>
    >()
    expectTypeOf(OAuth.authorizationUrl({ ...flow, type: "authenticate" })).toEqualTypeOf<
      Effect.Effect<Redacted.Redacted<string>, KnownErrors.RequestSchemaError, Client.Client>
    >()
  })

  it("returns the URL of a link, which requires a signed-in user", () => {
    expectTypeOf(OAuth.authorizationUrl({ ...flow, type: "link" })).toEqualTypeOf<
      Effect.Effect<
        Redacted.Redacted<string>,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Client.Client
      >
    >()
    const type = "link" as "authenticate" | "link" | undefined
    expectTypeOf(OAuth.authorizationUrl({ ...flow, type })).toEqualTypeOf(
      OAuth.authorizationUrl({ ...flow, type: "link" })
    )
    // @ts-expect-error there are two things that a flow can be for
    OAuth.authorizationUrl({ ...flow, type: "sign-in" })
    // @ts-expect-error the token is that of the session
    OAuth.authorizationUrl({ ...flow, type: "link", token: secret })
  })

  it("exchanges a code", () => {
    expectTypeOf(OAuth.exchange).toEqualTypeOf<
      (answer: {
        readonly code: string | Redacted.Redacted<string>
        readonly redirectUri: string
        readonly codeVerifier: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        OAuth.SignedInWithProvider,
        | KnownErrors.InvalidAuthorizationCode
        | KnownErrors.RedirectUrlNotWhitelisted
        | KnownErrors.MultiFactorAuthenticationRequired
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf<OAuth.SignedInWithProvider>().branded.toEqualTypeOf<{
      readonly userId: string
      readonly tokens: Tokens.RefreshableTokens
      readonly isNewUser: boolean
      readonly afterCallbackRedirectUrl: string | null
    }>()
    OAuth.exchange({ code: "c0de", redirectUri: "https://a.example.com/", codeVerifier: secret })
  })
})

describe("ConnectedAccounts", () => {
  it("have tokens, or none, for the signed-in user", () => {
    expectTypeOf(ConnectedAccounts.getAccessToken).toEqualTypeOf<
      (
        connection: {
          readonly provider: string
          readonly scope?: string | undefined
          readonly accountId?: string | undefined
        }
      ) => Effect.Effect<
        Redacted.Redacted<string> | null,
        | KnownErrors.OAuthProviderNotFoundOrNotEnabled
        | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    const token = ConnectedAccounts.getAccessToken({ provider: "spotify" })
    // @ts-expect-error without a connection there is no token, which is no error
    Effect.catchTag(token, "OAuthConnectionNotConnectedToUser", () => Effect.void)
  })

  it("a server's ConnectedAccounts have tokens for any user", () => {
    expectTypeOf(ServerAccounts.getAccessToken).toEqualTypeOf<
      (connection: {
        readonly userId: string
        readonly provider: string
        readonly scope?: string | undefined
        readonly accountId?: string | undefined
      }) => Effect.Effect<
        Redacted.Redacted<string> | null,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.OAuthProviderNotFoundOrNotEnabled
        | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    const ofAnybody = ServerAccounts.getAccessToken({ userId: "u", provider: "spotify" })
    // @ts-expect-error a client is no server
    const program: Effect.Effect<unknown, unknown> = Effect.provide(ofAnybody, client)
    void program
  })
})

describe("requests of services since 2026", () => {
  it("signInWithApple and crossDomainUrl fail with the service's errors", () => {
    expectTypeOf(OAuth.signInWithApple({ idToken: secret })).toEqualTypeOf<
      Effect.Effect<
        SignedInOrUp,
        | KnownErrors.OAuthProviderNotFoundOrNotEnabled
        | KnownErrors.AppleBundleIdNotConfigured
        | KnownErrors.InvalidAppleCredentials
        | KnownErrors.SignUpNotEnabled
        | KnownErrors.SignUpRejected
        | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
        | KnownErrors.MultiFactorAuthenticationRequired
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(OAuth.crossDomainUrl({ redirectUri: "r", state: "s", codeChallenge: "c" })).toEqualTypeOf<
      Effect.Effect<
        Redacted.Redacted<string>,
        | KnownErrors.UserAuthenticationRequired
        | KnownErrors.RedirectUrlNotWhitelisted
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    OAuth.signInWithApple({ idToken: "token" })
  })
})

describe("OAuthProviders", () => {
  it("a client's OAuthProviders are the signed-in user's", () => {
    // @ts-expect-error a user does not see the account's id here
    Effect.map(OAuthProviders.get("a"), ({ accountId }) => accountId)
    // @ts-expect-error a user cannot change the account
    OAuthProviders.update("a", { accountId: "b" })
  })
})

describe("the emulator", () => {
  it("signs in with a provider, or fails with the refusal", () => {
    expectTypeOf<Emulator.Emulator["Service"]["signInWithProvider"]>().returns.toEqualTypeOf<
      Effect.Effect<URL, Emulator.ProviderSignInRefused>
    >()
  })
})
