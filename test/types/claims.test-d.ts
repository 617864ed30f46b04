import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Claims, type Client, Session } from "latchkey"
import type { AccessToken, Jwks } from "latchkey/server"

declare const unverified: Claims.Unverified<Claims.Claims>
declare const verified: Claims.Verified<Claims.Claims>
declare const plain: Claims.Claims

/** A function that makes an authorization decision. */
declare const decide: (claims: Claims.Verified<Claims.Claims>) => boolean
/** A function that displays claims. */
declare const show: (claims: Claims.Claims) => string

describe("Claims", () => {
  it("unverified claims are not assignable to Verified", () => {
    decide(verified)
    // @ts-expect-error anybody can write these
    decide(unverified)
    // @ts-expect-error nobody has said how far these can be trusted
    decide(plain)
    // @ts-expect-error a copy does not verify anything
    decide({ ...unverified })
    // @ts-expect-error neither are verified ones unverified
    const other: Claims.Unverified<Claims.Claims> = verified
    expectTypeOf(other).toEqualTypeOf<Claims.Unverified<Claims.Claims>>()
    expectTypeOf<Claims.Unverified<Claims.Claims> & Claims.Verified<Claims.Claims>>().toEqualTypeOf<never>()
  })

  it("claims can be displayed, whether verified or not", () => {
    show(unverified)
    show(verified)
  })

  it("contain the user, and can contain more", () => {
    expectTypeOf<Claims.Claims["userId"]>().toEqualTypeOf<string>()
    expectTypeOf<{ readonly userId: string }>().toExtend<Claims.Claims>()
    expectTypeOf<Claims.Claims["name"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Claims.Claims["isAnonymous"]>().toEqualTypeOf<boolean | undefined>()
  })

  it("are parsed from secrets, as unverified ones", () => {
    expectTypeOf(Claims.parse).toEqualTypeOf<
      (token: Redacted.Redacted<string>) => Claims.Unverified<Claims.Claims> | undefined
    >()
    expectTypeOf(Session.claims).toEqualTypeOf<
      Effect.Effect<Claims.Unverified<Claims.Claims> | null, never, Client.Client>
    >()
    // @ts-expect-error a plain text would end up in logs
    Claims.parse("token")
  })
})

describe("AccessToken.verify", () => {
  it("returns verified claims, and fails with three errors", () => {
    expectTypeOf<typeof AccessToken.verify>().toEqualTypeOf<
      (
        token: string | Redacted.Redacted<string>,
        options?: AccessToken.VerifyOptions
      ) => Effect.Effect<
        Claims.Verified<Claims.Claims>,
        AccessToken.AccessTokenExpired | AccessToken.AccessTokenInvalid | Jwks.JwksUnavailable,
        AccessToken.AccessTokenVerifier
      >
    >()
    decide({} as Effect.Success<ReturnType<typeof AccessToken.verify>>)
  })
})

describe("Session.authHeaders", () => {
  it("is one header that cannot be printed", () => {
    expectTypeOf<Session.AuthHeaders>().toEqualTypeOf<{ readonly "x-stack-auth": Redacted.Redacted<string> }>()
    // @ts-expect-error it has to be unwrapped where the request is made
    assertType<HeadersInit>({} as Session.AuthHeaders)
  })
})
