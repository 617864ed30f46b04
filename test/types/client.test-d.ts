import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import {
  AccessToken,
  type ApiError,
  type Client,
  CurrentUser,
  type KnownErrors,
  type Navigation,
  Password,
  Session,
  type SignedIn,
  Tokens,
  type TokenStore
} from "latchkey"

declare const secret: Redacted.Redacted<string>

describe("Password", () => {
  it("signUp fails with the errors of a sign-up", () => {
    interface Credentials {
      readonly email: string
      readonly password: string | Redacted.Redacted<string>
    }
    type SignedUp<R = never> = Effect.Effect<
      SignedIn,
      | KnownErrors.UserWithEmailAlreadyExists
      | KnownErrors.PasswordTooShort
      | KnownErrors.PasswordTooLong
      | KnownErrors.PasswordAuthenticationNotEnabled
      | KnownErrors.SignUpNotEnabled
      | KnownErrors.SignUpRejected
      | KnownErrors.BotChallengeRequired
      | KnownErrors.BotChallengeFailed
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.MultiFactorAuthenticationRequired
      | KnownErrors.RequestSchemaError
      | ApiError,
      Client.Client | R
    >
    expectTypeOf(Password.signUp).toEqualTypeOf<{
      (credentials: Credentials & { readonly verificationCallbackUrl: string | null }): SignedUp
      (
        credentials: Credentials & { readonly verificationCallbackUrl?: string | undefined }
      ): SignedUp<Navigation.Navigation>
    }>()
    // `null` requests no email.
    expectTypeOf(Password.signUp({ email: "ada@example.com", password: secret, verificationCallbackUrl: null }))
      .toEqualTypeOf<SignedUp>()
    // Without a callback URL, the email links to the app's default page.
    expectTypeOf(Password.signUp({ email: "ada@example.com", password: secret })).toEqualTypeOf<
      SignedUp<Navigation.Navigation>
    >()
  })

  it("accepts passwords that are redacted or plain", () => {
    Password.signIn({ email: "ada@example.com", password: "correct horse" })
    Password.set({ password: "correct horse" })
  })
})

describe("CurrentUser", () => {
  it("get has the result and the errors of its option", () => {
    type OrNull = Effect.Effect<CurrentUser.User | null, ApiError, Client.Client>
    expectTypeOf(CurrentUser.get()).toEqualTypeOf<OrNull>()
    expectTypeOf(CurrentUser.get({})).toEqualTypeOf<OrNull>()
    expectTypeOf(CurrentUser.get({ or: undefined })).toEqualTypeOf<OrNull>()
    expectTypeOf(CurrentUser.get({ or: "return-null" })).toEqualTypeOf<OrNull>()
    expectTypeOf(CurrentUser.get({ or: "anonymous-if-exists" })).toEqualTypeOf<OrNull>()
    expectTypeOf(CurrentUser.get({ or: "throw" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, CurrentUser.UserNotSignedIn | ApiError, Client.Client>
    >()
    expectTypeOf(CurrentUser.get({ or: "anonymous" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, KnownErrors.AnonymousAccountsNotEnabled | ApiError, Client.Client>
    >()
    expectTypeOf(CurrentUser.get({ or: "redirect" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Client.Client | Navigation.Navigation>
    >()
    const options = {} as CurrentUser.GetOptions
    expectTypeOf(CurrentUser.get(options)).toEqualTypeOf<
      Effect.Effect<
        CurrentUser.User | null,
        CurrentUser.UserNotSignedIn | KnownErrors.AnonymousAccountsNotEnabled | ApiError,
        Client.Client | Navigation.Navigation
      >
    >()
    // @ts-expect-error there is no such option
    CurrentUser.get({ or: "sign-in" })
  })

  it("CurrentUser.get has the same result and errors with includeRestricted", () => {
    const isIncluded = true as boolean | undefined
    expectTypeOf(CurrentUser.get({ includeRestricted: isIncluded })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Client.Client>
    >()
    expectTypeOf(CurrentUser.get({ or: "throw", includeRestricted: true })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, CurrentUser.UserNotSignedIn | ApiError, Client.Client>
    >()
    expectTypeOf(CurrentUser.get({ or: "anonymous", includeRestricted: isIncluded })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, KnownErrors.AnonymousAccountsNotEnabled | ApiError, Client.Client>
    >()
    expectTypeOf(CurrentUser.get({ or: "redirect", includeRestricted: true })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Client.Client | Navigation.Navigation>
    >()
    expectTypeOf<CurrentUser.UserNotSignedIn["restrictedReason"]>().toEqualTypeOf<
      CurrentUser.RestrictedReason | undefined
    >()
    // @ts-expect-error the option is a boolean
    CurrentUser.get({ includeRestricted: "true" })
  })

  it("has no server fields", () => {
    expectTypeOf<CurrentUser.User>().not.toHaveProperty("serverMetadata")
    expectTypeOf<CurrentUser.User>().not.toHaveProperty("lastActiveAt")
    expectTypeOf<CurrentUser.User["signedUpAt"]>().toEqualTypeOf<Date>()
    // @ts-expect-error only a server writes these
    assertType<CurrentUser.UserUpdate>({ serverMetadata: {} })
    // @ts-expect-error only a server writes these
    assertType<CurrentUser.UserUpdate>({ clientReadOnlyMetadata: {} })
    // @ts-expect-error only a server restricts a user
    assertType<CurrentUser.UserUpdate>({ restrictedByAdmin: false })
    assertType<CurrentUser.UserUpdate>({ primaryEmail: "ada@example.com" })
    assertType<CurrentUser.UserUpdate>({
      displayName: null,
      clientMetadata: { theme: "dark" },
      totpSecretBase64: secret
    })
    // @ts-expect-error metadata is JSON
    assertType<CurrentUser.UserUpdate>({ clientMetadata: { since: new Date() } })
  })
})

describe("SignedIn", () => {
  it("contains the user's id and tokens that cannot be printed", () => {
    expectTypeOf<SignedIn>().toEqualTypeOf<{ readonly userId: string; readonly tokens: Tokens.RefreshableTokens }>()
    expectTypeOf<Tokens.Tokens>().toEqualTypeOf<
      | {
        readonly refreshToken: Redacted.Redacted<string>
        readonly accessToken: Redacted.Redacted<string> | undefined
      }
      | { readonly refreshToken: undefined; readonly accessToken: Redacted.Redacted<string> }
    >()
    // @ts-expect-error a session has one of the two at least
    assertType<Tokens.Tokens>({ refreshToken: undefined, accessToken: undefined })
    expectTypeOf(Tokens.make).returns.toEqualTypeOf<Tokens.Tokens | undefined>()
    expectTypeOf(AccessToken.parse).toEqualTypeOf<
      (token: Redacted.Redacted<string>) => AccessToken.AccessToken | undefined
    >()
  })
})

describe("Session", () => {
  it("returns its state without errors", () => {
    expectTypeOf(Session.state).toEqualTypeOf<Effect.Effect<Session.SessionState, never, Client.Client>>()
    expectTypeOf(Session.changes).toEqualTypeOf<Stream.Stream<Session.SessionState, never, Client.Client>>()
    expectTypeOf(Session.clockSkewMillis).toEqualTypeOf<Effect.Effect<number | undefined, never, Client.Client>>()
    expectTypeOf<Session.SessionState["_tag"]>().toEqualTypeOf<
      "Loading" | "SignedOut" | "Active" | "Refreshing" | "Stale"
    >()
  })
})

describe("TokenStore", () => {
  it("reads and writes without errors", () => {
    type Service = TokenStore.TokenStore["Service"]
    expectTypeOf<Service["get"]>().toEqualTypeOf<Effect.Effect<Tokens.Tokens | undefined>>()
    expectTypeOf<ReturnType<Service["modify"]>>().toEqualTypeOf<Effect.Effect<Tokens.Tokens | undefined>>()
    expectTypeOf<Service["subscribe"]>().toEqualTypeOf<
      (listener: (tokens: Tokens.Tokens | undefined) => void) => Effect.Effect<void, never, Scope.Scope>
    >()
  })
})
