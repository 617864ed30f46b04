import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  type CurrentUser,
  type KnownErrors,
  MagicLink,
  Mfa,
  OAuth,
  type Page,
  Passkey,
  Password,
  type SignedIn,
  type SignedInOrUp,
  type TabStorage,
  Totp
} from "latchkey"

declare const secret: Redacted.Redacted<string>
declare const continuation: Mfa.Continuation
declare const storage: Layer.Layer<never>

type CodeErrors =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached

type CompleteErrors = CodeErrors | KnownErrors.InvalidTotpCode | KnownErrors.RequestSchemaError | ApiError

const password = Password.signIn({ email: "e", password: secret })
const magicLink = MagicLink.signIn({ code: secret })
const passkey = Passkey.completeSignIn({ authenticationResponse: {} as Passkey.SignInResponse, code: secret })
const oauth = OAuth.exchange({ code: secret, redirectUri: "https://a.example.com/", codeVerifier: secret })

describe("Mfa.Continuation", () => {
  it("has one step, with its errors", () => {
    expectTypeOf(continuation.complete).toEqualTypeOf<
      (totp: string | Redacted.Redacted<string>) => Effect.Effect<SignedInOrUp, CompleteErrors, Client.Client>
    >()
    expectTypeOf<Mfa.CompleteError>().toEqualTypeOf<CompleteErrors>()
    continuation.complete("123456")
  })

  it("serializes to a string that no log shows, and that can be parsed", () => {
    expectTypeOf(Mfa.serialize(continuation)).toEqualTypeOf<Redacted.Redacted<string>>()
    expectTypeOf(Mfa.parse).toEqualTypeOf<
      (
        text: string | Redacted.Redacted<string>
      ) => Effect.Effect<Mfa.Continuation | undefined, never, Client.Client>
    >()
  })

  it("is persisted for the client's project only", () => {
    expectTypeOf(Mfa.keep).toEqualTypeOf<(continuation: Mfa.Continuation) => Effect.Effect<void>>()
    expectTypeOf(Mfa.restore).toEqualTypeOf<Effect.Effect<Mfa.Continuation | undefined, never, Client.Client>>()
    expectTypeOf(Mfa.forget).toEqualTypeOf<Effect.Effect<void, never, Client.Client>>()
    expectTypeOf<typeof TabStorage.layerMemory>().toEqualTypeOf(storage)
  })
})

describe("Mfa.orContinue", () => {
  it("removes the second factor from the errors of a password sign-in, and adds the continuation to its result", () => {
    const signIn = Mfa.orContinue(password)
    expectTypeOf(signIn).toEqualTypeOf<
      Effect.Effect<
        SignedIn | Mfa.Continuation,
        | KnownErrors.EmailPasswordMismatch
        | KnownErrors.PasswordAuthenticationNotEnabled
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(password.pipe(Mfa.orContinue)).toEqualTypeOf(signIn)
    expectTypeOf(Mfa.orContinue(password, { returnTo: "/settings" })).toEqualTypeOf(signIn)
    // @ts-expect-error there is nothing left to catch
    Effect.catchTag(signIn, "MultiFactorAuthenticationRequired", () => Effect.void)
  })

  it("Mfa.orContinue: an email code sign-in has a continuation instead of the second factor error", () => {
    expectTypeOf(Mfa.orContinue(magicLink)).toEqualTypeOf<
      Effect.Effect<
        SignedInOrUp | Mfa.Continuation,
        | CodeErrors
        | KnownErrors.SignUpNotEnabled
        | KnownErrors.SignUpRejected
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("Mfa.orContinue: a passkey sign-in has a continuation instead of the second factor error", () => {
    expectTypeOf(Mfa.orContinue(passkey)).toEqualTypeOf<
      Effect.Effect<
        SignedInOrUp | Mfa.Continuation,
        | KnownErrors.PasskeyAuthenticationNotEnabled
        | KnownErrors.PasskeyAuthenticationFailed
        | CodeErrors
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("Mfa.orContinue: a provider sign-in has a continuation instead of the second factor error", () => {
    expectTypeOf(Mfa.orContinue(oauth)).toEqualTypeOf<
      Effect.Effect<
        OAuth.SignedInWithProvider | Mfa.Continuation,
        | KnownErrors.InvalidAuthorizationCode
        | KnownErrors.RedirectUrlNotWhitelisted
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("Mfa.orContinue: whole flows have a continuation, and require only a client", () => {
    const callback = Mfa.orContinue(OAuth.callback)
    expectTypeOf<Effect.Success<typeof callback>>().toEqualTypeOf<
      OAuth.SignedInWithProvider | undefined | Mfa.Continuation
    >()
    expectTypeOf<Effect.Error<typeof callback>>().toEqualTypeOf<
      Exclude<OAuth.CallbackError, KnownErrors.MultiFactorAuthenticationRequired>
    >()
    expectTypeOf<Effect.Services<typeof callback>>().toEqualTypeOf<Effect.Services<typeof OAuth.callback>>()
    const ceremony = Passkey.signIn()
    expectTypeOf(Mfa.orContinue(ceremony)).toEqualTypeOf<
      Effect.Effect<
        SignedInOrUp | Mfa.Continuation,
        Exclude<Effect.Error<typeof ceremony>, KnownErrors.MultiFactorAuthenticationRequired>,
        Client.Client
      >
    >()
  })

  it("distinguishes a continuation from a signed-in user", () => {
    const value = {} as SignedIn | Mfa.Continuation
    if (Mfa.isContinuation(value)) expectTypeOf(value).toEqualTypeOf<Mfa.Continuation>()
    else expectTypeOf(value).toEqualTypeOf<SignedIn>()
  })
})

describe("Mfa.orAsk", () => {
  it("completes the sign-in, with the errors of prompting and completing", () => {
    expectTypeOf(password.pipe(Mfa.orAsk)).toEqualTypeOf<
      Effect.Effect<
        SignedIn | SignedInOrUp,
        | KnownErrors.EmailPasswordMismatch
        | KnownErrors.PasswordAuthenticationNotEnabled
        | CompleteErrors
        | Page.HostUnavailable,
        Client.Client
      >
    >()
    expectTypeOf(Mfa.orAsk(oauth)).toEqualTypeOf<
      Effect.Effect<
        OAuth.SignedInWithProvider | SignedInOrUp,
        | KnownErrors.InvalidAuthorizationCode
        | KnownErrors.RedirectUrlNotWhitelisted
        | CompleteErrors
        | Page.HostUnavailable,
        Client.Client
      >
    >()
    expectTypeOf(Mfa.ask).toEqualTypeOf<
      (
        continuation: Mfa.Continuation
      ) => Effect.Effect<SignedInOrUp, CompleteErrors | Page.HostUnavailable, Client.Client>
    >()
  })

  it("prompts by a service that can be replaced without a requirement", () => {
    const replaced = Effect.provideService(Mfa.orAsk(password), Mfa.Prompt, () => Effect.succeed(secret))
    expectTypeOf(replaced).toEqualTypeOf(Mfa.orAsk(password))
    // @ts-expect-error what a prompt is given may let somebody in
    Effect.provideService(Mfa.orAsk(password), Mfa.Prompt, () => Effect.succeed("123456"))
  })
})

describe("Totp", () => {
  it("generates a secret, and requests only an omitted name", () => {
    expectTypeOf(Totp.generate({ issuer: "a", accountName: "b" })).toEqualTypeOf<
      Effect.Effect<Totp.Enrolment, Page.HostUnavailable>
    >()
    const asking = Totp.generate()
    expectTypeOf(asking).toEqualTypeOf<
      Effect.Effect<
        Totp.Enrolment,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.ProjectNotFound
        | Page.HostUnavailable
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(Totp.generate({ issuer: "a" })).toEqualTypeOf(asking)
    expectTypeOf(Totp.generate({ accountName: "b" })).toEqualTypeOf(asking)
    expectTypeOf(Totp.generate({ issuer: "a", accountName: undefined })).toEqualTypeOf(asking)
    expectTypeOf<Totp.Enrolment>().toEqualTypeOf<{
      readonly secret: Redacted.Redacted<string>
      readonly secretBase32: Redacted.Redacted<string>
      readonly uri: Redacted.Redacted<string>
    }>()
  })

  it("enables the second factor with a code, and disables it", () => {
    expectTypeOf(Totp.enable).toEqualTypeOf<
      (enrolment: {
        readonly secret: string | Redacted.Redacted<string>
        readonly code: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        CurrentUser.User,
        | KnownErrors.InvalidTotpCode
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.RequestSchemaError
        | Page.HostUnavailable
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(Totp.disable).toEqualTypeOf<
      Effect.Effect<
        CurrentUser.User,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Client.Client
      >
    >()
    Totp.enable({ secret, code: "123456" })
  })
})
