/**
 * Where an app's pages are, and how its users get from one to another.
 *
 * **Example** (An app whose pages have addresses of their own, in a browser)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Navigation, Page } from "latchkey"
 *
 * const layer = Navigation.layer({
 *   urls: { signIn: "/login", afterSignIn: "/dashboard" },
 *   redirectMethod: "window"
 * }).pipe(Layer.provide(Page.layerBrowser))
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parse, resolve } from "../platform/address.ts"
import { Page } from "../platform/Page.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Client } from "../session/Client.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { isRedirectMethod, leave, type RedirectMethod } from "./RedirectMethod.ts"
import { removeOAuthResponse } from "./removeOAuthResponse.ts"
import { getReturnTo, isAuthPage, leadsBack, returnToParameter } from "./returnTo.ts"
import { makeNotTrusted, type RedirectUrlNotTrusted, toSameOriginPath } from "./sameOrigin.ts"
import * as Urls from "./Urls.ts"

/**
 * How a redirect is made.
 *
 * @category options
 * @since 0.1.0
 */
export interface RedirectOptions {
  /** Whether the way back shall not lead to the present page. */
  readonly replace?: boolean | undefined
  /** Whether nobody shall come back: `after_auth_return_to` is neither written nor followed. */
  readonly noRedirectBack?: boolean | undefined
}

/**
 * The pages that `redirectTo` leads to. Where a sign-in and a sign-up end depends on where the user wanted to go, which
 * `redirectAfterSignIn` looks at.
 *
 * @category models
 * @since 0.1.0
 */
export type Destination = Exclude<Urls.PageName, "afterSignIn" | "afterSignUp">

/**
 * The way between an app's pages.
 *
 * @category services
 * @since 0.1.0
 */
export class Navigation extends withLayerHint(
  Context.Service<Navigation, {
    readonly urls: Urls.Urls
    readonly page: Page["Service"]
    /** The absolute address of a page, for mails and providers to lead to. It keeps where the user wanted to go. */
    readonly callbackUrl: (name: Urls.PageName) => Effect.Effect<string>
    /** Redirects to an address that does not leave the app. Another one is refused. */
    readonly redirect: (url: string, options?: RedirectOptions) => Effect.Effect<void, RedirectUrlNotTrusted>
    /** Redirects to a page of the app. `signIn`, `signUp` and `onboarding` remember the present page, to come back to it. */
    readonly redirectTo: (name: Destination, options?: RedirectOptions) => Effect.Effect<void>
    /** Redirects to where a user who has just signed in, or up, wanted to go. */
    readonly redirectAfterSignIn: (
      signedIn?: { readonly isNewUser?: boolean | undefined },
      options?: RedirectOptions
    ) => Effect.Effect<void, RedirectUrlNotTrusted>
  }>()("latchkey/navigation/Navigation"),
  "Navigation.layer"
) {}

/**
 * The options of navigation; all have defaults.
 *
 * @category options
 * @since 0.1.0
 */
export interface NavigationOptions {
  readonly urls?: Urls.GivenUrls | undefined
  readonly redirectMethod?: RedirectMethod | undefined
}

/** Pages that another site leads to: a native app may have them where no browser is. */
const mayBeElsewhere = new Set<string>([
  "handler",
  "emailVerification",
  "passwordReset",
  "oauthCallback",
  "magicLinkCallback",
  "error",
  "teamInvitation",
  "cliAuthConfirm"
])

/** What is given is one of the addresses, begins with a slash or is absolute, and stays within the app if it has to. */
const checkUrls = Effect.fnUntraced(function*(given: Urls.GivenUrls, start: string) {
  const known: object = Urls.make()
  for (const [name, url] of Object.entries(given)) {
    yield* check(`urls.${name}`, Object.hasOwn(known, name), "is not the name of a page")
    const isAddress = url === undefined || typeof url === "string" && (url.startsWith("/") || URL.canParse(url))
    yield* check(`urls.${name}`, isAddress, "must be an address that begins with a slash, or an absolute one")
  }
  yield* check("urls.handler", !/[?#]/.test(given.handler ?? ""), "must not have a query or a hash")
  const urls = Urls.make(given)
  for (const [name, url] of Object.entries(urls)) {
    const isAllowed = mayBeElsewhere.has(name) || toSameOriginPath(url, start) !== undefined
    yield* check(`urls.${name}`, isAllowed, `is refused: ${makeNotTrusted(url).message}`)
  }
  return urls
})

/**
 * Creates the navigation of an app on a page.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  { redirectMethod = "none", urls: given = {} }: NavigationOptions = {}
): Effect.fn.Return<Navigation["Service"], InvalidOptions, Page> {
  const page = yield* Page
  yield* check(
    "redirectMethod",
    isRedirectMethod(redirectMethod),
    "must be none, window, an object with navigate, or one with nextjs"
  )
  const urls = yield* checkUrls(given, yield* page.url)

  const go = (url: string, { replace = false }: RedirectOptions): Effect.Effect<void> =>
    redirectMethod === "none" ? Effect.void : Effect.andThen(leave(page, redirectMethod, url, replace), page.settle)

  const redirect = (url: string, options: RedirectOptions = {}) =>
    Effect.flatMap(page.url, (here) => {
      const path = toSameOriginPath(url, here)
      return path === undefined ? Effect.fail(makeNotTrusted(url)) : go(path, options)
    })

  return Navigation.of({
    urls,
    page,
    callbackUrl: (name) =>
      Effect.map(page.url, (here) => {
        const url = resolve(urls[name], here)
        if (url === undefined) return urls[name]
        removeOAuthResponse(url)
        const wanted = getReturnTo(here)
        if (wanted !== undefined) url.searchParams.set(returnToParameter, wanted)
        return url.toString()
      }),
    redirect,
    redirectTo: (name, options = {}) =>
      Effect.flatMap(page.url, (here) => {
        const path = toSameOriginPath(urls[name], here)
        // The layer has looked at all that are redirected to; a page elsewhere is for others to lead to.
        if (path === undefined) return Effect.die(makeNotTrusted(urls[name]))
        if (!comesBack(name) || options.noRedirectBack === true) return go(path, options)
        const back = getReturnTo(here) ?? (isAuthPage(urls, here) ? undefined : pathOf(here))
        if (back === undefined) return go(path, options)
        const url = new URL(path, "https://app.invalid")
        url.searchParams.set(returnToParameter, back)
        return go(url.pathname + url.search + url.hash, options)
      }),
    redirectAfterSignIn: ({ isNewUser = false } = {}, options = {}) =>
      Effect.flatMap(page.url, (here) => {
        const wanted = options.noRedirectBack === true ? undefined : getReturnTo(here)
        return redirect(
          wanted === undefined || leadsBack(urls, wanted, here)
            ? urls[isNewUser ? "afterSignUp" : "afterSignIn"]
            : wanted,
          options
        )
      })
  })
})

/** Returns `true` for the pages that lead back to where the user came from. */
const comesBack = (name: Destination): boolean => name === "signIn" || name === "signUp" || name === "onboarding"

/** The part of a page's address behind the origin, unless it would lead elsewhere by itself. */
const pathOf = (here: string): string | undefined => {
  const url = parse(here)
  return url && toSameOriginPath(url.pathname + url.search + url.hash, here)
}

/**
 * Layer of the navigation of an app.
 *
 * Fails with `InvalidOptions` for an address that leads away from the app, but for those that mails and providers lead to.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: NavigationOptions): Layer.Layer<Navigation, InvalidOptions, Page> =>
  Layer.effect(Navigation, make(options))

/**
 * The addresses of the app's pages, such as for links.
 *
 * @category reading
 * @since 0.1.0
 */
export const urls: Effect.Effect<Urls.Urls, never, Navigation> = /*#__PURE__*/ Effect.map(
  Navigation,
  (navigation) => navigation.urls
)

/**
 * The absolute address of a page of the app, for mails and providers to lead to. Where the user wanted to go is kept in it;
 * a hash, and the parameters `code` and `state`, are not.
 *
 * @category reading
 * @since 0.1.0
 */
export const callbackUrl: (name: Urls.PageName) => Effect.Effect<string, never, Navigation> = (name) =>
  Effect.flatMap(Navigation, (navigation) => navigation.callbackUrl(name))

/**
 * Where the user wanted to go who had to sign in first, as the page's address says; `undefined` when it does not. Anybody may have
 * written it: follow it with `redirect`, or let `redirectAfterSignIn` do so.
 *
 * **Example** (A sign-in that remembers it while the second factor is asked for)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa, Navigation, Password } from "latchkey"
 *
 * const submit = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Effect.flatMap(Navigation.returnTo, (returnTo) => Mfa.orContinue(Password.signIn(credentials), { returnTo }))
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const returnTo: Effect.Effect<string | undefined, never, Navigation> = /*#__PURE__*/ Effect.flatMap(
  Navigation,
  ({ page }) => Effect.map(page.url, getReturnTo)
)

/**
 * Redirects to an address that does not leave the app: a relative one, or the app's own host over https. Another one is a
 * `RedirectUrlNotTrusted`.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirect: (
  url: string,
  options?: RedirectOptions
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (url, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirect(url, options))

/**
 * Redirects to a page of the app. To `signIn`, `signUp` and `onboarding`, it adds the present page as the parameter
 * `after_auth_return_to`, to come back to; a parameter that is there already stays. A page that is itself a part of signing in
 * or out is not added.
 *
 * **Example** (A link to the account's settings, for those who are signed in)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser, Navigation } from "latchkey"
 *
 * const toSettings = Effect.flatMap(CurrentUser.get(), (user) =>
 *   Navigation.redirectTo(user === null ? "signIn" : "accountSettings"))
 * ```
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectTo: (
  name: Destination,
  options?: RedirectOptions
) => Effect.Effect<void, never, Navigation> = (name, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirectTo(name, options))

/**
 * Redirects a user who has just signed in to the address in `after_auth_return_to`. Fails with `RedirectUrlNotTrusted` if
 * it leads away from the app.
 *
 * Redirects to `afterSignUp` or `afterSignIn` if there is no such address, or if it leads back to the present page or to a
 * page for signing in or out.
 *
 * **Example** (Signing in with a password, and going on)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Navigation, Password } from "latchkey"
 *
 * const signIn = (email: string, password: Redacted.Redacted<string>) =>
 *   Effect.tap(Password.signIn({ email, password }), () => Navigation.redirectAfterSignIn())
 * ```
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectAfterSignIn: (
  signedIn?: { readonly isNewUser?: boolean | undefined },
  options?: RedirectOptions
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (signedIn, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirectAfterSignIn(signedIn, options))

/**
 * A call that has something mailed. Where the address that the mail leads to is left out, it is that of the app's own page,
 * and the call requires to know where the app's pages are.
 *
 * @category models
 * @since 0.1.0
 */
export interface WithCallbackUrl<Request, A, E, Name extends string = "callbackUrl", Url = string> {
  (request: Request & { readonly [name in Name]: Url }): Effect.Effect<A, E, Client>
  (request: Request & { readonly [name in Name]?: string | undefined }): Effect.Effect<A, E, Client | Navigation>
}

/** @since 0.1.0 */
export type { CustomRedirect, NextRedirect, RedirectMethod } from "./RedirectMethod.ts"

/** @since 0.1.0 */
export { RedirectUrlNotTrusted } from "./sameOrigin.ts"

/** @since 0.1.0 */
export type { GivenUrls, HandlerPageName, PageName, Urls } from "./Urls.ts"

/** @since 0.1.0 */
export { returnToParameter } from "./returnTo.ts"
