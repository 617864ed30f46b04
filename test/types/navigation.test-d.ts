import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type ApiError, type Client, CurrentUser, type InvalidOptions, Navigation, Page } from "latchkey"

type Go<E = never> = Effect.Effect<void, E, Navigation.Navigation>

declare const effect: Effect.Effect<void>
declare const failing: Effect.Effect<void, "failed">
declare const requiring: Effect.Effect<void, never, Client.Client>

/** As declared by `next/navigation`. */
declare enum RedirectType {
  push = "push",
  replace = "replace"
}
declare const nextRedirect: (url: string, type?: RedirectType) => never
declare const nextRouter: {
  readonly push: (href: string, options?: { readonly scroll?: boolean }) => void
  readonly replace: (href: string, options?: { readonly scroll?: boolean }) => void
}

describe("Navigation", () => {
  it("is a layer over a page, which fails only with invalid options", () => {
    expectTypeOf(Navigation.layer).toEqualTypeOf<
      (
        options?: Navigation.NavigationOptions
      ) => Layer.Layer<Navigation.Navigation, InvalidOptions, Page.Page>
    >()
    expectTypeOf(Page.layerBrowser).toEqualTypeOf<Layer.Layer<Page.Page, Page.HostUnavailable>>()
    expectTypeOf(Page.layerMemory).toEqualTypeOf<(url: string) => Layer.Layer<Page.Page>>()
  })

  it("redirects, and fails only where a return path can leave the app", () => {
    expectTypeOf(Navigation.redirect).toEqualTypeOf<
      (url: string, options?: Navigation.RedirectOptions) => Go<Navigation.RedirectUrlNotTrusted>
    >()
    expectTypeOf(Navigation.redirectTo).toEqualTypeOf<
      (name: Navigation.Destination, options?: Navigation.RedirectOptions) => Go
    >()
    expectTypeOf(Navigation.redirectAfterSignIn).toEqualTypeOf<
      (
        signedIn?: { readonly isNewUser?: boolean | undefined },
        options?: Navigation.RedirectOptions
      ) => Go<Navigation.RedirectUrlNotTrusted>
    >()
    expectTypeOf<Navigation.RedirectUrlNotTrusted["_tag"]>().toEqualTypeOf<"RedirectUrlNotTrusted">()
  })

  it("redirects to known pages, but not past a return path", () => {
    expectTypeOf<Navigation.PageName>().toEqualTypeOf<Navigation.Destination | "afterSignIn" | "afterSignUp">()
    Navigation.redirectTo("signIn")
    // @ts-expect-error there is no such page
    Navigation.redirectTo("login")
    // @ts-expect-error redirectAfterSignIn looks at where the user wanted to go
    Navigation.redirectTo("afterSignIn")
    // @ts-expect-error the base of the handler is no page
    Navigation.redirectTo("handler")
  })

  it("Navigation.urls, returnTo and callbackUrl have the expected types", () => {
    expectTypeOf(Navigation.urls).toEqualTypeOf<Effect.Effect<Navigation.Urls, never, Navigation.Navigation>>()
    expectTypeOf(Navigation.returnTo).toEqualTypeOf<
      Effect.Effect<string | undefined, never, Navigation.Navigation>
    >()
    expectTypeOf(Navigation.callbackUrl).toEqualTypeOf<
      (name: Navigation.PageName) => Effect.Effect<string, never, Navigation.Navigation>
    >()
    assertType<Navigation.NavigationOptions>({ urls: { handler: "/auth", home: undefined, mfa: "/second" } })
    // @ts-expect-error there is no such page
    assertType<Navigation.NavigationOptions>({ urls: { login: "/login" } })
  })

  it("accepts every method, and Next.js functions unchanged", () => {
    assertType<Navigation.RedirectMethod>("none")
    assertType<Navigation.RedirectMethod>("window")
    assertType<Navigation.RedirectMethod>({})
    assertType<Navigation.RedirectMethod>({ navigate: undefined })
    assertType<Navigation.RedirectMethod>({ navigate: () => {} })
    assertType<Navigation.RedirectMethod>({ navigate: async () => {} })
    assertType<Navigation.RedirectMethod>({
      navigate: (url, { replace }) => replace && url !== "" ? effect : undefined
    })
    assertType<Navigation.RedirectMethod>({ nextjs: { redirect: nextRedirect } })
    assertType<Navigation.RedirectMethod>({ nextjs: { redirect: nextRedirect, router: nextRouter } })
    // @ts-expect-error Next's function has to be given
    assertType<Navigation.RedirectMethod>("nextjs")
    // @ts-expect-error an effect that fails would leave nobody to tell
    assertType<Navigation.RedirectMethod>({ navigate: () => failing })
    // @ts-expect-error an effect that needs something would not get it
    assertType<Navigation.RedirectMethod>({ navigate: () => requiring })
  })

  it("is required by calls that redirect to the sign-in page", () => {
    expectTypeOf(CurrentUser.get({ or: "redirect" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User | null, ApiError, Client.Client | Navigation.Navigation>
    >()
    expectTypeOf(CurrentUser.get({ or: "throw" })).toEqualTypeOf<
      Effect.Effect<CurrentUser.User, CurrentUser.UserNotSignedIn | ApiError, Client.Client>
    >()
  })
})
