import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ApiError, Client, Cookies, HandlerPages, KnownErrors, Navigation } from "latchkey"
import {
  HandlerPage,
  type PageOf,
  type PageProps,
  type Pages,
  type PageTag,
  type StepError,
  type Texts
} from "latchkey/react"

describe("HandlerPage", () => {
  it("has a component for every page that can be opened or reached by a step, and one for no page", () => {
    expectTypeOf<Exclude<PageTag, HandlerPages.AnyPage["_tag"]>>().toEqualTypeOf<"NotOpened">()
    expectTypeOf<Exclude<HandlerPages.AnyPage["_tag"], PageTag>>().toEqualTypeOf<never>()
    expectTypeOf<keyof Pages>().toEqualTypeOf<PageTag>()
    expectTypeOf<PageOf<"CodeRefused">["page"]>().toEqualTypeOf<HandlerPages.EmailLinkPage>()
  })

  it("replaces pages by their tags", () => {
    const pages: Partial<Pages> = {
      Mfa: ({ error, go, isPending, page, texts }) => {
        expectTypeOf(page).toEqualTypeOf<HandlerPages.Mfa>()
        expectTypeOf(isPending).toEqualTypeOf<boolean>()
        expectTypeOf(texts).toEqualTypeOf<Texts>()
        expectTypeOf(error?._tag).toEqualTypeOf<
          | "ApiError"
          | "InvalidTotpCode"
          | "RedirectUrlNotTrusted"
          | "RequestSchemaError"
          | KnownErrors.VerificationCodeError["_tag"]
          | undefined
        >()
        go(page.startOver)
        // @ts-expect-error: what a step of another page fails with is not told here
        go(Effect.fail("Oops"))
        return null
      },
      // @ts-expect-error: there is no such page
      Dashboard: () => null
    }
    HandlerPage({ pages, url: "/handler/mfa", texts: { mfa: { title: "Code?" } } })
    // @ts-expect-error: there is no such text
    HandlerPage({ texts: { mfa: { heading: "Code?" } } })
    // @ts-expect-error: this text tells of something
    HandlerPage({ texts: { signIn: { title: "Sign in" } } })
  })

  it("has the errors of a page's steps, including those of providers", () => {
    expectTypeOf<StepError<HandlerPages.NotFound>>().toEqualTypeOf<never>()
    expectTypeOf<StepError<HandlerPages.EmailVerification>>().toEqualTypeOf<
      KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError
    >()
    expectTypeOf<Extract<StepError<HandlerPages.SignUp>, { _tag: "HostUnavailable" }>>().not.toBeNever()
    expectTypeOf<Extract<StepError<HandlerPages.SignIn>, { _tag: "EmailPasswordMismatch" }>>().toEqualTypeOf<
      KnownErrors.EmailPasswordMismatch
    >()
  })

  it("runs steps with the pages' requirements", () => {
    type Go = PageProps<"NotFound">["go"]
    expectTypeOf<Effect.Services<Parameters<Go>[0]>>().toEqualTypeOf<
      Client.Client | Navigation.Navigation | Cookies.Cookies
    >()
  })
})
