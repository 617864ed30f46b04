import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  type KnownErrors,
  MagicLink,
  Mfa,
  type Navigation,
  Password,
  type SignedInOrUp
} from "latchkey"
import type { Emulator, InboxFilter, Mail } from "latchkey/emulator"

declare const secret: Redacted.Redacted<string>

interface To {
  readonly email: string
}

type WithCallback = To & { readonly callbackUrl: string }

type MaybeWithCallback = To & { readonly callbackUrl?: string | undefined }

type Checked = Effect.Effect<
  void,
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client.Client
>

describe("MagicLink", () => {
  it("send returns the nonce, and fails with what an address may meet", () => {
    type Sent<R = never> = Effect.Effect<
      Redacted.Redacted<string>,
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.SignUpNotEnabled
      | KnownErrors.BotChallengeRequired
      | KnownErrors.BotChallengeFailed
      | KnownErrors.UserWithEmailAlreadyExists
      | KnownErrors.RequestSchemaError
      | ApiError,
      Client.Client | R
    >
    expectTypeOf(MagicLink.send).toEqualTypeOf<{
      (request: WithCallback): Sent
      (request: MaybeWithCallback): Sent<Navigation.Navigation>
    }>()
  })

  it("signIn says whether the user is new, and may demand a second factor", () => {
    expectTypeOf(MagicLink.signIn).toEqualTypeOf<
      (request: { readonly code: string | Redacted.Redacted<string> }) => Effect.Effect<
        SignedInOrUp,
        | KnownErrors.VerificationCodeNotFound
        | KnownErrors.VerificationCodeExpired
        | KnownErrors.VerificationCodeAlreadyUsed
        | KnownErrors.VerificationCodeMaxAttemptsReached
        | KnownErrors.MultiFactorAuthenticationRequired
        | KnownErrors.SignUpNotEnabled
        | KnownErrors.SignUpRejected
        | KnownErrors.UserWithEmailAlreadyExists
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf<SignedInOrUp["isNewUser"]>().toEqualTypeOf<boolean>()
    MagicLink.signIn({ code: "0".repeat(45) })
  })

  it("check returns nothing", () => {
    expectTypeOf(MagicLink.checkCode).toEqualTypeOf<
      (request: { readonly code: string | Redacted.Redacted<string> }) => Checked
    >()
  })

  it("joinCode takes and makes what cannot be printed", () => {
    expectTypeOf(MagicLink.joinCode({ otp: secret, nonce: secret })).toEqualTypeOf<Redacted.Redacted<string>>()
    MagicLink.joinCode({ otp: "VKD6JE", nonce: secret })
  })
})

describe("Mfa", () => {
  it("signIn fails with what an attempt may meet, and demands nothing more", () => {
    expectTypeOf(Mfa.signIn).toEqualTypeOf<
      (request: {
        readonly attemptCode: string | Redacted.Redacted<string>
        readonly totp: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        SignedInOrUp,
        | KnownErrors.VerificationCodeNotFound
        | KnownErrors.VerificationCodeExpired
        | KnownErrors.VerificationCodeAlreadyUsed
        | KnownErrors.VerificationCodeMaxAttemptsReached
        | KnownErrors.InvalidTotpCode
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    Mfa.signIn({ attemptCode: secret, totp: "287082" })
  })

  it("completes what a sign-in demands", () => {
    const attemptCode = (error: KnownErrors.MultiFactorAuthenticationRequired) => error.details.attemptCode
    expectTypeOf<ReturnType<typeof attemptCode>>().toExtend<Parameters<typeof Mfa.signIn>[0]["attemptCode"]>()
  })
})

describe("Password", () => {
  it("sendResetCode returns nothing, and fails with what a mail may meet", () => {
    type Sent<R = never> = Effect.Effect<
      void,
      | KnownErrors.PasswordAuthenticationNotEnabled
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.RequestSchemaError
      | ApiError,
      Client.Client | R
    >
    expectTypeOf(Password.sendResetCode).toEqualTypeOf<{
      (request: WithCallback): Sent
      (request: MaybeWithCallback): Sent<Navigation.Navigation>
    }>()
  })

  it("checkResetCode and reset fail with what a code may meet", () => {
    expectTypeOf(Password.checkResetCode).toEqualTypeOf<
      (request: { readonly code: string | Redacted.Redacted<string> }) => Checked
    >()
    expectTypeOf(Password.reset).toEqualTypeOf<
      (request: {
        readonly code: string | Redacted.Redacted<string>
        readonly password: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        void,
        | KnownErrors.VerificationCodeNotFound
        | KnownErrors.VerificationCodeExpired
        | KnownErrors.VerificationCodeAlreadyUsed
        | KnownErrors.VerificationCodeMaxAttemptsReached
        | KnownErrors.PasswordAuthenticationNotEnabled
        | KnownErrors.PasswordTooShort
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    Password.reset({ code: secret, password: "correct horse" })
  })
})

describe("the emulator's inbox", () => {
  it("shows mails, whose codes cannot be printed", () => {
    expectTypeOf({} as Emulator.Emulator["Service"]).toExtend<{
      readonly inbox: (filter?: InboxFilter) => Effect.Effect<ReadonlyArray<Mail>>
    }>()
    expectTypeOf<Mail["code"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
  })
})
