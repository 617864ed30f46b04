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
import { Page } from "../platform/Page.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { notTrusted, type RedirectUrlNotTrusted, withinOrigin } from "./trust.ts"
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
  /** Whether whoever signs in shall not come back to the present page. */
  readonly noRedirectBack?: boolean | undefined
}

/**
 * The way between an app's pages.
 *
 * @category services
 * @since 0.1.0
 */
export class Navigation extends Context.Service<Navigation, {
  readonly urls: Urls.Urls
  readonly page: Page["Service"]
  /** The absolute address of a page, for mails and providers to lead to. It keeps where the user wanted to go. */
  readonly callbackUrl: (name: Urls.PageName) => Effect.Effect<string>
  /** Redirects to an address that does not leave the app. Another one is refused. */
  readonly redirect: (url: string, options?: RedirectOptions) => Effect.Effect<void, RedirectUrlNotTrusted>
  /** Redirects to a page of the app. `signIn` and `signUp` remember the present page, to come back to it. */
  readonly redirectTo: (name: Urls.PageName, options?: RedirectOptions) => Effect.Effect<void>
  /** Redirects to where a user who has just signed in, or up, wanted to go. */
  readonly redirectAfterSignIn: (
    signedIn?: { readonly isNewUser?: boolean | undefined },
    options?: RedirectOptions
  ) => Effect.Effect<void, RedirectUrlNotTrusted>
}>()("latchkey/navigation/Navigation") {}

/**
 * How an app goes from one of its pages to another.
 *
 * - `none`, the default: not at all. The program sees that somebody is signed in, and does what it likes.
 * - `window`: the browser loads the page.
 * - `navigate`: a function of the program's, such as that of its router; without one, as `window`.
 * - `nextjs`: the `redirect` of `next/navigation`, which ends what Next is doing by throwing, and in browsers its router.
 *
 * After all but the first, the program waits two seconds, in which the page goes away.
 *
 * @category options
 * @since 0.1.0
 */
export type RedirectMethod =
  | "none"
  | "window"
  | {
    readonly navigate?:
      | ((url: string, options: { readonly replace: boolean }) => void | PromiseLike<void> | Effect.Effect<void>)
      | undefined
  }
  | {
    readonly nextjs: {
      readonly redirect: (url: string, type?: "push" | "replace") => never
      readonly router?: {
        readonly push: (url: string) => void
        readonly replace: (url: string) => void
      } | undefined
    }
  }

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

/**
 * The parameter that carries where somebody wanted to go who had to sign in first.
 *
 * @category constants
 * @since 0.1.0
 */
export const returnToParameter = "after_auth_return_to"

/** Pages that another site leads to: a native app may have them where no browser is. */
const mayBeElsewhere = new Set<string>([
  "emailVerification",
  "passwordReset",
  "oauthCallback",
  "magicLinkCallback",
  "error",
  "teamInvitation",
  "cliAuthConfirm"
])

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
  const start = yield* page.url
  for (const [name, url] of Object.entries(given)) {
    if (url === undefined) continue
    yield* check(`urls.${name}`, typeof url === "string" && url !== "", "must be an address")
    const isAllowed = mayBeElsewhere.has(name) || withinOrigin(url, start) !== undefined
    yield* check(`urls.${name}`, isAllowed, `is refused: ${notTrusted(url).message}`)
  }
  const urls = Urls.make(given)

  const go = (url: string, { replace = false }: RedirectOptions): Effect.Effect<void> => {
    if (redirectMethod === "none") return Effect.void
    const leave = redirectMethod === "window"
      ? page.goTo(url, { replace })
      : "nextjs" in redirectMethod
      ? Effect.sync(() => {
        const { redirect, router } = redirectMethod.nextjs
        if (router === undefined) redirect(url, replace ? "replace" : "push")
        else if (replace) router.replace(url)
        else router.push(url)
      })
      : redirectMethod.navigate === undefined
      ? page.goTo(url, { replace })
      : run(redirectMethod.navigate, url, replace)
    return Effect.andThen(leave, page.settle)
  }

  const redirect = (url: string, options: RedirectOptions = {}) =>
    Effect.flatMap(page.url, (here) => {
      const path = withinOrigin(url, here)
      return path === undefined ? Effect.fail(notTrusted(url)) : go(path, options)
    })

  const returnTo = (here: string): string | null =>
    URL.canParse(here) ? new URL(here).searchParams.get(returnToParameter) : null

  return Navigation.of({
    urls,
    page,
    callbackUrl: (name) =>
      Effect.map(page.url, (here) => {
        if (!URL.canParse(urls[name], here)) return urls[name]
        const url = new URL(urls[name], here)
        url.hash = ""
        for (const parameter of ["code", "state"]) url.searchParams.delete(parameter)
        const kept = returnTo(here)
        if (kept !== null) url.searchParams.set(returnToParameter, kept)
        return url.toString()
      }),
    redirect,
    redirectTo: (name, options = {}) =>
      Effect.flatMap(page.url, (here) => {
        const path = withinOrigin(urls[name], here)
        // The layer has looked at all that are redirected to; a page elsewhere is for others to lead to.
        if (path === undefined) return Effect.die(notTrusted(urls[name]))
        if (name !== "signIn" && name !== "signUp" || options.noRedirectBack === true) return go(path, options)
        const back = returnTo(here) ?? pathOf(here)
        if (back === undefined) return go(path, options)
        const url = new URL(path, "https://app.invalid")
        url.searchParams.set(returnToParameter, back)
        return go(url.pathname + url.search + url.hash, options)
      }),
    redirectAfterSignIn: ({ isNewUser = false } = {}, options = {}) =>
      Effect.flatMap(
        page.url,
        (here) => redirect(returnTo(here) ?? urls[isNewUser ? "afterSignUp" : "afterSignIn"], options)
      )
  })
})

/** The part of a page's address behind the origin, unless it would lead elsewhere by itself. */
const pathOf = (here: string): string | undefined => {
  if (!URL.canParse(here)) return undefined
  const { hash, pathname, search } = new URL(here)
  return withinOrigin(pathname + search + hash, here)
}

const run = (
  navigate: (url: string, options: { readonly replace: boolean }) => void | PromiseLike<void> | Effect.Effect<void>,
  url: string,
  replace: boolean
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const result = navigate(url, { replace })
    return Effect.isEffect(result) ? result : Effect.promise(async () => result)
  })

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
 * Redirects to a page of the app. On the way to `signIn` and `signUp`, the present page goes along as the parameter
 * `after_auth_return_to`; one that is there already stays.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectTo: (
  name: Urls.PageName,
  options?: RedirectOptions
) => Effect.Effect<void, never, Navigation> = (name, options) =>
  Effect.flatMap(Navigation, (navigation) => navigation.redirectTo(name, options))

/**
 * Redirects to where a user who has just signed in wanted to go: to what `after_auth_return_to` says, which is a
 * `RedirectUrlNotTrusted` if it leads away, else to `afterSignUp` or `afterSignIn`.
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

/** @since 0.1.0 */
export { RedirectUrlNotTrusted } from "./trust.ts"

/** @since 0.1.0 */
export type { GivenUrls, HandlerPage, PageName, Urls } from "./Urls.ts"
