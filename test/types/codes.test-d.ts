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

describe("MagicLink", () => {
  it("send returns the nonce, and fails with the errors of an address", () => {
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

  it("signIn reports a new user, and accepts a plain code", () => {
    expectTypeOf<SignedInOrUp["isNewUser"]>().toEqualTypeOf<boolean>()
    MagicLink.signIn({ code: "0".repeat(45) })
  })

  it("joinCode accepts and returns redacted values", () => {
    expectTypeOf(MagicLink.joinCode({ otp: secret, nonce: secret })).toEqualTypeOf<Redacted.Redacted<string>>()
    MagicLink.joinCode({ otp: "VKD6JE", nonce: secret })
  })
})

describe("Mfa", () => {
  it("signIn accepts redacted and plain codes", () => {
    Mfa.signIn({ attemptCode: secret, totp: "287082" })
  })

  it("completes a sign-in that requires it", () => {
    const attemptCode = (error: KnownErrors.MultiFactorAuthenticationRequired) => error.details.attemptCode
    expectTypeOf<ReturnType<typeof attemptCode>>().toExtend<Parameters<typeof Mfa.signIn>[0]["attemptCode"]>()
  })
})

describe("Password", () => {
  it("sendResetCode returns void, and fails with the errors of an email", () => {
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

  it("reset accepts redacted and plain secrets", () => {
    Password.reset({ code: secret, password: "correct horse" })
  })
})

describe("the emulator's inbox", () => {
  it("contains emails, whose codes cannot be printed", () => {
    expectTypeOf({} as Emulator.Emulator["Service"]).toExtend<{
      readonly inbox: (filter?: InboxFilter) => Effect.Effect<ReadonlyArray<Mail>>
    }>()
    expectTypeOf<Mail["code"]>().toEqualTypeOf<Redacted.Redacted<string> | undefined>()
  })
})
