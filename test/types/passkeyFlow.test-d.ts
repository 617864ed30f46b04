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
  it("registers with the errors of requests, the browser and the user, and requires only a client", () => {
    expectTypeOf(Passkey.register).toEqualTypeOf<
      (
        options?: { readonly hostname?: string | undefined }
      ) => Effect.Effect<{ readonly credentialId: string }, RegistrationErrors, Client.Client>
    >()
  })

  it("Passkey.signIn has the errors of requests, the browser and the user", () => {
    expectTypeOf(Passkey.signIn).toEqualTypeOf<
      (
        options?: { readonly mediation?: "conditional" | "required" | undefined }
      ) => Effect.Effect<SignedInOrUp, SignInErrors, Client.Client>
    >()
    // @ts-expect-error a passkey is asked for, or suggested
    Passkey.signIn({ mediation: "silent" })
  })

  it("reports support, without a client and without errors", () => {
    expectTypeOf(Passkey.isSupported).toEqualTypeOf<Effect.Effect<boolean>>()
    expectTypeOf(Passkey.isAutofillSupported).toEqualTypeOf<Effect.Effect<boolean>>()
  })

  it("has distinct errors, which can be caught separately", () => {
    const caught = Passkey.signIn().pipe(
      Effect.catchTag("WebAuthnNotSupported", () => Effect.succeed("hidden" as const)),
      Effect.catchTag("PasskeyWebAuthnError", ({ details }) => Effect.succeed(details.code))
    )
    expectTypeOf<Effect.Error<typeof caught>>().toEqualTypeOf<
      Exclude<SignInErrors, WebAuthn.WebAuthnNotSupported | KnownErrors.PasskeyWebAuthnError>
    >()
    // @ts-expect-error a registration does not meet a second factor
    Passkey.register().pipe(Effect.catchTag("MultiFactorAuthenticationRequired", () => Effect.void))
  })
})

describe("WebAuthn", () => {
  it("is a reference: providing it removes no requirement", () => {
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

  it("is created from the library and a browser's globals", () => {
    assertType<WebAuthn.Library>({} as typeof import("@simplewebauthn/browser"))
    assertType<WebAuthn.BrowserGlobals>(globalThis)
  })
})
