import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type ApiError, type Client, type KnownErrors, Passkey, type SignedInOrUp } from "latchkey"

type CodeErrors =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached

describe("Passkey", () => {
  it("starts and completes a registration with the errors of each", () => {
    expectTypeOf(Passkey.startRegistration).toEqualTypeOf<
      Effect.Effect<
        Passkey.Ceremony<Passkey.RegistrationOptions>,
        | KnownErrors.PasskeyAuthenticationNotEnabled
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(Passkey.completeRegistration).toEqualTypeOf<
      (response: {
        readonly credential: Passkey.RegistrationResponse
        readonly code: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        { readonly credentialId: string },
        | KnownErrors.PasskeyAuthenticationNotEnabled
        | KnownErrors.PasskeyRegistrationFailed
        | KnownErrors.PasskeyAuthenticationFailed
        | KnownErrors.CannotGetOwnUserWithoutUser
        | CodeErrors
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("starts and completes a sign-in with the errors of each", () => {
    expectTypeOf(Passkey.startSignIn).toEqualTypeOf<
      Effect.Effect<
        Passkey.Ceremony<Passkey.SignInOptions>,
        KnownErrors.PasskeyAuthenticationNotEnabled | ApiError,
        Client.Client
      >
    >()
    expectTypeOf(Passkey.completeSignIn).toEqualTypeOf<
      (response: {
        readonly authenticationResponse: Passkey.SignInResponse
        readonly code: string | Redacted.Redacted<string>
      }) => Effect.Effect<
        SignedInOrUp,
        | KnownErrors.PasskeyAuthenticationNotEnabled
        | KnownErrors.PasskeyAuthenticationFailed
        | KnownErrors.MultiFactorAuthenticationRequired
        | CodeErrors
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("accepts the responses of the usual browser library", () => {
    assertType<Passkey.RegistrationResponse>({} as RegistrationResponseJSON)
    assertType<Passkey.SignInResponse>({} as AuthenticationResponseJSON)
    // @ts-expect-error a response of the one kind is none of the other
    assertType<Passkey.SignInResponse>({} as RegistrationResponseJSON)
  })
})
