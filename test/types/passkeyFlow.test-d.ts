import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ApiError, type Client, type KnownErrors, Passkey, type SignedInOrUp, type WebAuthn } from "latchkey"

type CodeErrors =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached

type RegistrationErrors =
  | WebAuthn.WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyRegistrationFailed
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.CannotGetOwnUserWithoutUser
  | CodeErrors
  | KnownErrors.RequestSchemaError
  | ApiError

type SignInErrors =
  | WebAuthn.WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.MultiFactorAuthenticationRequired
  | CodeErrors
  | KnownErrors.RequestSchemaError
  | ApiError

describe("Passkey", () => {
  it("registers with what a request, the browser and the user may say, and needs a client alone", () => {
    expectTypeOf(Passkey.register).toEqualTypeOf<
      Effect.Effect<{ readonly credentialId: string }, RegistrationErrors, Client.Client>
    >()
  })

  it("signs in with what they may say", () => {
    expectTypeOf(Passkey.signIn).toEqualTypeOf<
      (
        options?: { readonly mediation?: "conditional" | "required" | undefined }
      ) => Effect.Effect<SignedInOrUp, SignInErrors, Client.Client>
    >()
    // @ts-expect-error a passkey is asked for, or suggested
    Passkey.signIn({ mediation: "silent" })
  })

  it("tells what there is, without a client and without an error", () => {
    expectTypeOf(Passkey.isSupported).toEqualTypeOf<Effect.Effect<boolean>>()
    expectTypeOf(Passkey.isAutofillSupported).toEqualTypeOf<Effect.Effect<boolean>>()
  })

  it("leaves the errors apart, so that each may be caught", () => {
    const caught = Passkey.signIn().pipe(
      Effect.catchTag("WebAuthnNotSupported", () => Effect.succeed("hidden" as const)),
      Effect.catchTag("PasskeyWebAuthnError", ({ details }) => Effect.succeed(details.code))
    )
    expectTypeOf<Effect.Error<typeof caught>>().toEqualTypeOf<
      Exclude<SignInErrors, WebAuthn.WebAuthnNotSupported | KnownErrors.PasskeyWebAuthnError>
    >()
    // @ts-expect-error a registration does not meet a second factor
    Passkey.register.pipe(Effect.catchTag("MultiFactorAuthenticationRequired", () => Effect.void))
  })
})

describe("WebAuthn", () => {
  it("is a reference: what provides it takes nothing from the requirements", () => {
    expectTypeOf<WebAuthn.WebAuthn["create"]>().toEqualTypeOf<
      (
        options: WebAuthn.RegistrationOptions
      ) => Effect.Effect<WebAuthn.RegistrationResponse, WebAuthn.WebAuthnError | WebAuthn.WebAuthnNotSupported>
    >()
    expectTypeOf<WebAuthn.WebAuthn["get"]>().toEqualTypeOf<
      (
        options: WebAuthn.SignInOptions,
        mediation: "conditional" | "required"
      ) => Effect.Effect<WebAuthn.SignInResponse, WebAuthn.WebAuthnError | WebAuthn.WebAuthnNotSupported>
    >()
  })

  it("is made of the library and of a browser's globals", () => {
    assertType<WebAuthn.Library>({} as typeof import("@simplewebauthn/browser"))
    assertType<WebAuthn.BrowserGlobals>(globalThis)
  })
})
