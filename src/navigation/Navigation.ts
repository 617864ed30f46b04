/**
 * Navigation between an app's pages.
 *
 * **Example** (Custom page URLs in a browser)
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
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Page } from "../platform/Page.ts"
import { parse, resolve } from "../platform/urlParameters.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Client } from "../session/ClientService.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import { navigationNames } from "./navigationNames.ts"
import { isRedirectMethod, leave, type RedirectMethod } from "./RedirectMethod.ts"
import { removeOAuthResponse } from "./removeOAuthResponse.ts"
import { getReturnTo, isAuthPage, leadsBack, returnToParameter } from "./returnTo.ts"
import { makeNotTrusted, notTrustedText, type RedirectUrlNotTrusted, toSameOriginPath } from "./sameOrigin.ts"
import * as Urls from "./Urls.ts"

/** Options for a redirect. */
export interface RedirectOptions {
  /** Replaces the current page in the browser's history. `false` by default. */
  readonly replace?: boolean | undefined
  /** Ignores `after_auth_return_to`: it is neither added nor followed. `false` by default. */
  readonly noRedirectBack?: boolean | undefined
}

/** The pages that `redirectTo` accepts. After a sign-in or sign-up, use `redirectAfterSignIn`. */
export type Destination = Exclude<Urls.PageName, "afterSignIn" | "afterSignUp">

/** An app's pages, and redirects between them. */
export class Navigation extends withLayerHint(
  Context.Service<Navigation, {
    readonly urls: Urls.Urls
    readonly page: Page["Service"]
    /** Fails if the redirect method is `none`, for programs that would wait for a redirect forever. */
    readonly requireRedirects: Effect.Effect<void, InvalidOptions>
    /** Returns a page's absolute URL, for emails and OAuth providers. It keeps `after_auth_return_to`. */
    readonly callbackUrl: (name: Urls.PageName) => Effect.Effect<string>
    /** Redirects to an app URL. Fails with `RedirectUrlNotTrusted` for other URLs. */
    readonly redirect: (url: string, options?: RedirectOptions) => Effect.Effect<void, RedirectUrlNotTrusted>
    /** Redirects to an app page. `signIn`, `signUp` and `onboarding` return to the current page afterwards. */
    readonly redirectTo: (name: Destination, options?: RedirectOptions) => Effect.Effect<void>
    /** Redirects a user who has just signed in or up to the page they came from. */
    readonly redirectAfterSignIn: (
      signedIn?: { readonly isNewUser?: boolean | undefined },
      options?: RedirectOptions
    ) => Effect.Effect<void, RedirectUrlNotTrusted>
  }>()("latchkey/navigation/Navigation"),
  "Navigation.layer"
) {}

/** Options for navigation. All have defaults. */
export interface NavigationOptions {
  /** Custom URLs for some pages, such as `{ home: "/start" }`. */
  readonly urls?: Urls.GivenUrls | undefined
  /** The way in which a redirect opens a page, such as with the app's router. `window` by default in browsers. */
  readonly redirectMethod?: RedirectMethod | undefined
}

/** Pages that emails and OAuth providers link to. A native app may host them on a website. */
const linkedPages = new Set<string>([
  "handler",
  "emailVerification",
  "passwordReset",
  "oauthCallback",
  "magicLinkCallback",
  "error",
  "teamInvitation",
  "cliAuthConfirm"
])

/** Fails with `InvalidOptions` for an unknown page, an invalid URL, or a page outside the app that the app redirects to. */
const checkUrls = Effect.fnUntraced(function*(given: Urls.GivenUrls, start: string) {
  const known: object = Urls.make()
  for (const [name, url] of Object.entries(given)) {
    yield* check(`urls.${name}`, Object.hasOwn(known, name), "is not a page")
    const isAddress = url === undefined || typeof url === "string" && (url.startsWith("/") || URL.canParse(url))
    yield* check(`urls.${name}`, isAddress, "must be a path that starts with a slash, or an absolute URL")
  }
  yield* check("urls.handler", !/[?#]/.test(given.handler ?? ""), "must not have a query or a hash")
  const urls = Urls.make(given)
  for (const [name, url] of Object.entries(urls)) {
    const isAllowed = linkedPages.has(name) || toSameOriginPath(url, start) !== undefined
    yield* check(`urls.${name}`, isAllowed, `is refused: ${notTrustedText(url)}`)
  }
  return urls
})

/** Creates an app's navigation. Fails with `InvalidOptions` for an invalid option. */
export const make = Effect.fnUntraced(function*(
  options: NavigationOptions = {}
): Effect.fn.Return<Navigation["Service"], InvalidOptions, Page> {
  yield* checkNames(options, navigationNames)
  const { redirectMethod = "none", urls: given = {} } = options
  const page = yield* Page
  yield* check(
    "redirectMethod",
    isRedirectMethod(redirectMethod),
    "must be none, window, or an object with navigate or nextjs"
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
    requireRedirects: check(
      "redirectMethod",
      redirectMethod !== "none",
      "is none, so useUser({ or: \"redirect\" }) would wait forever. Set it to window, or to a function of your router"
    ),
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
        // `checkUrls` has validated all pages that the app redirects to. For other pages, this is a mistake in the program.
        if (path === undefined) return Effect.die(makeNotTrusted(urls[name]))
        if (!returnsAfterwards(name) || options.noRedirectBack === true) return go(path, options)
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

const returnsAfterwards = (name: Destination): boolean =>
  name === "signIn" || name === "signUp" || name === "onboarding"

/** Returns a page's path, query and fragment, or `undefined` if they would resolve to another origin. */
const pathOf = (here: string): string | undefined => {
  const url = parse(here)
  return url && toSameOriginPath(url.pathname + url.search + url.hash, here)
}

/**
 * Layer for an app's navigation.
 *
 * Fails with `InvalidOptions` for an invalid option. All pages must be within the app, unless only emails and OAuth
 * providers link to them.
 */
export const layer = (options?: NavigationOptions): Layer.Layer<Navigation, InvalidOptions, Page> =>
  Layer.effect(Navigation, make(options))

/** The app's page URLs, for example for links. */
export const urls: Effect.Effect<Urls.Urls, never, Navigation> = /*#__PURE__*/ Effect.map(
  Navigation,
  (navigation) => navigation.urls
)

/**
 * Returns a page's absolute URL, for emails and OAuth providers. It keeps `after_auth_return_to`, and drops the
 * fragment and an OAuth response's parameters.
 */
export const callbackUrl: (name: Urls.PageName) => Effect.Effect<string, never, Navigation> = (name) =>
  Effect.flatMap(Navigation, (navigation) => navigation.callbackUrl(name))

/**
 * The page to return to after a sign-in, from the current page's parameter `after_auth_return_to`, or `undefined`.
 * Anyone can write this parameter: follow it with `redirect` or `redirectAfterSignIn` only.
 *
 * **Example** (Remember the page during two-factor authentication)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Mfa, Navigation, Password } from "latchkey"
 *
 * const submit = (credentials: Parameters<typeof Password.signIn>[0]) =>
 *   Effect.flatMap(Navigation.returnTo, (returnTo) => Mfa.orContinue(Password.signIn(credentials), { returnTo }))
 * ```
 */
export const returnTo: Effect.Effect<string | undefined, never, Navigation> = /*#__PURE__*/ Effect.flatMap(
  Navigation,
  ({ page }) => Effect.map(page.url, getReturnTo)
)

/** Redirects to an app URL: relative, or https with the app's host. Fails with `RedirectUrlNotTrusted` for other URLs. */
export const redirect: (
  url: string,
  options?: RedirectOptions
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (url, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirect(url, options))

/**
 * Redirects to an app page. For `signIn`, `signUp` and `onboarding`, it adds the current page as the parameter
 * `after_auth_return_to`. An existing parameter is kept. Pages for signing in or out are not added.
 *
 * **Example** (A link to the account settings)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser, Navigation } from "latchkey"
 *
 * const toSettings = Effect.flatMap(CurrentUser.get(), (user) =>
 *   Navigation.redirectTo(user === null ? "signIn" : "accountSettings"))
 * ```
 */
export const redirectTo: (
  name: Destination,
  options?: RedirectOptions
) => Effect.Effect<void, never, Navigation> = (name, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirectTo(name, options))

/**
 * Redirects a user who has just signed in to the URL in `after_auth_return_to`. Fails with `RedirectUrlNotTrusted` if that
 * URL is outside the app.
 *
 * Redirects to `afterSignUp` or `afterSignIn` if the parameter is missing, or if it is the current page or a page for
 * signing in or out.
 *
 * **Example** (Sign in with a password and redirect)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Navigation, Password } from "latchkey"
 *
 * const signIn = (email: string, password: Redacted.Redacted<string>) =>
 *   Effect.tap(Password.signIn({ email, password }), () => Navigation.redirectAfterSignIn())
 * ```
 */
export const redirectAfterSignIn: (
  signedIn?: { readonly isNewUser?: boolean | undefined },
  options?: RedirectOptions
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = (signedIn, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirectAfterSignIn(signedIn, options))

/** A call that sends an email with a link. Without the link's URL, it is an app page, and the call requires `Navigation`. */
export interface WithCallbackUrl<Request, A, E, Name extends string = "callbackUrl", Url = string> {
  (request: Request & { readonly [name in Name]: Url }): Effect.Effect<A, E, Client>
  (request: Request & { readonly [name in Name]?: string | undefined }): Effect.Effect<A, E, Client | Navigation>
}

export type { RedirectMethod } from "./RedirectMethod.ts"

export { RedirectUrlNotTrusted } from "./sameOrigin.ts"

export type { GivenUrls, HandlerPageName, PageName, Urls } from "./Urls.ts"

export { returnToParameter } from "./returnTo.ts"
