import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type ApiErrorReason,
  type ApiErrors,
  type Client,
  KnownErrors,
  Password,
  type SignedIn
} from "latchkey"
import { Users } from "latchkey/server"

declare const password: Redacted.Redacted<string>

const signIn = Password.signIn({ email: "ada@example.com", password })
const signUp = Password.signUp({ email: "ada@example.com", password, verificationCallbackUrl: "http://localhost" })

describe("catchTag", () => {
  it("removes an error from the error type", () => {
    expectTypeOf(Effect.catchTag(signIn, "EmailPasswordMismatch", () => Effect.succeed("no"))).toEqualTypeOf<
      Effect.Effect<
        string | SignedIn,
        | KnownErrors.PasswordAuthenticationNotEnabled
        | KnownErrors.MultiFactorAuthenticationRequired
        | KnownErrors.RequestSchemaError
        | ApiError,
        Client.Client
      >
    >()
  })

  it("rejects an error that the call does not declare", () => {
    // @ts-expect-error signing in has nothing to do with teams
    Effect.catchTag(signIn, "TeamNotFound", () => Effect.void)
    // @ts-expect-error this is how signing up fails
    Effect.catchTag(signIn, "UserWithEmailAlreadyExists", () => Effect.void)
    // @ts-expect-error this is how users are read
    Effect.catchTag(Users.list(), "UserNotFound", () => Effect.void)
    // @ts-expect-error one that fits does not let another one in
    Effect.catchTag(signIn, ["EmailPasswordMismatch", "TeamNotFound"], () => Effect.void)
  })

  it("passes the error with its details to the handler", () => {
    Effect.catchTag(signUp, "PasswordTooShort", ({ code, details, message, status }) => {
      expectTypeOf(details).toEqualTypeOf<{ readonly minLength: number }>()
      expectTypeOf(message).toEqualTypeOf<string>()
      expectTypeOf(code).toEqualTypeOf<"PASSWORD_TOO_SHORT">()
      expectTypeOf(status).toEqualTypeOf<number>()
      return Effect.void
    })
    Effect.catchTag(signIn, "MultiFactorAuthenticationRequired", ({ details }) => {
      expectTypeOf(details).toEqualTypeOf<{ readonly attemptCode: Redacted.Redacted<string> }>()
      return Effect.void
    })
    Effect.catchTag(signIn, "EmailPasswordMismatch", ({ details }) => {
      expectTypeOf(details).toEqualTypeOf<{}>()
      return Effect.void
    })
  })

  it("accepts a family by its tuple, and passes its declared members to the handler", () => {
    type Family = KnownErrors.PasswordTooShort | KnownErrors.PasswordTooLong
    expectTypeOf<KnownErrors.PasswordRequirementsNotMet>().toEqualTypeOf<Family>()
    const caught = Effect.catchTag(signUp, KnownErrors.PasswordRequirementsNotMet, (error) => {
      expectTypeOf(error).toEqualTypeOf<Family>()
      return Effect.succeed(error._tag)
    })
    expectTypeOf(caught).toEqualTypeOf<
      Effect.Effect<
        "PasswordTooShort" | "PasswordTooLong" | SignedIn,
        Exclude<Effect.Error<typeof signUp>, Family>,
        Client.Client
      >
    >()
  })

  it("accepts every family if all of its members are declared", () => {
    const family = <E extends { readonly _tag: string }>() => (_: ReadonlyArray<E["_tag"]>): Effect.Effect<void, E> =>
      Effect.void
    const caught = [
      Effect.catchTag(
        family<KnownErrors.ApiKeyNotValid>()(KnownErrors.ApiKeyNotValid),
        KnownErrors.ApiKeyNotValid,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.InvalidAccessToken>()(KnownErrors.InvalidAccessToken),
        KnownErrors.InvalidAccessToken,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.InvalidAdminAccessToken>()(KnownErrors.InvalidAdminAccessToken),
        KnownErrors.InvalidAdminAccessToken,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.InvalidProjectAuthentication>()(KnownErrors.InvalidProjectAuthentication),
        KnownErrors.InvalidProjectAuthentication,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.InvalidSessionAuthentication>()(KnownErrors.InvalidSessionAuthentication),
        KnownErrors.InvalidSessionAuthentication,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.PasswordRequirementsNotMet>()(KnownErrors.PasswordRequirementsNotMet),
        KnownErrors.PasswordRequirementsNotMet,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.ProjectAuthenticationError>()(KnownErrors.ProjectAuthenticationError),
        KnownErrors.ProjectAuthenticationError,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.ProjectAuthenticationRequired>()(KnownErrors.ProjectAuthenticationRequired),
        KnownErrors.ProjectAuthenticationRequired,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.RefreshTokenError>()(KnownErrors.RefreshTokenError),
        KnownErrors.RefreshTokenError,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.SessionAuthenticationError>()(KnownErrors.SessionAuthenticationError),
        KnownErrors.SessionAuthenticationError,
        () => Effect.void
      ),
      Effect.catchTag(
        family<KnownErrors.VerificationCodeError>()(KnownErrors.VerificationCodeError),
        KnownErrors.VerificationCodeError,
        () => Effect.void
      )
    ]
    // None of them remains: the tuples contain every tag of their types.
    expectTypeOf(caught).toEqualTypeOf<Array<Effect.Effect<void>>>()
    // @ts-expect-error signing in meets no verification code
    Effect.catchTag(signIn, KnownErrors.VerificationCodeError, () => Effect.void)
  })
})

describe("an error class", () => {
  it("is distinguished from the others by its tag", () => {
    expectTypeOf<KnownErrors.EmailPasswordMismatch>().not.toExtend<KnownErrors.SignUpNotEnabled>()
    expectTypeOf<KnownErrors.EmailPasswordMismatch["_tag"]>().toEqualTypeOf<"EmailPasswordMismatch">()
    expectTypeOf(KnownErrors.EmailPasswordMismatch.tag).toEqualTypeOf<"EmailPasswordMismatch">()
  })

  it("is created with a message and its described details", () => {
    expectTypeOf(KnownErrors.PasswordTooShort).toBeConstructibleWith({
      message: "Too short",
      details: { minLength: 8 }
    })
    // @ts-expect-error the details are a part of the error
    expectTypeOf(KnownErrors.PasswordTooShort).toBeConstructibleWith({ message: "Too short" })
    // @ts-expect-error the details are of a type
    expectTypeOf(KnownErrors.PasswordTooShort).toBeConstructibleWith({ message: "", details: { minLength: "8" } })
  })
})

describe("catchReason", () => {
  it("accepts a reason of ApiError, and passes it to the handler", () => {
    const caught = Effect.catchReason(signIn, "ApiError", "RateLimited", (reason) => {
      expectTypeOf(reason).toEqualTypeOf<ApiErrors.RateLimited>()
      expectTypeOf(reason.retryAfter).toEqualTypeOf<Duration.Duration | undefined>()
      return Effect.succeed("later")
    })
    expectTypeOf<Effect.Success<typeof caught>>().toEqualTypeOf<SignedIn | string>()
  })

  it("rejects an unknown reason", () => {
    // @ts-expect-error the reason is spelled RateLimited
    Effect.catchReason(signIn, "ApiError", "TooManyRequests", () => Effect.void)
    // @ts-expect-error an error of the endpoint is no reason
    Effect.catchReason(signIn, "ApiError", "EmailPasswordMismatch", () => Effect.void)
    // @ts-expect-error only ApiError has reasons
    Effect.catchReason(signIn, "EmailPasswordMismatch", "RateLimited", () => Effect.void)
  })

  it("accepts every reason", () => {
    expectTypeOf<ApiErrorReason["_tag"]>().toEqualTypeOf<
      | "NetworkFailure"
      | "RateLimited"
      | "RequestRefused"
      | "ServiceUnavailable"
      | "InvalidResponse"
      | "ResponseTooLarge"
      | "UnsupportedError"
      | "UnsupportedGeneration"
      | "UserRestricted"
      | "ProjectRefused"
      | "UndeclaredError"
      | "ClockSkewError"
    >()
    expectTypeOf<ApiError["reason"]>().toEqualTypeOf<ApiErrorReason>()
    expectTypeOf<ApiError>().not.toHaveProperty("request")
  })
})
