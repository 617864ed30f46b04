/** The redirects between the pages. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type Destination, Navigation, returnTo, returnToParameter } from "../navigation/Navigation.ts"
import { getReturnTo, leadsBack } from "../navigation/returnTo.ts"
import { makeNotTrusted, type RedirectUrlNotTrusted, toSameOriginPath } from "../navigation/sameOrigin.ts"
import { parse, secretOf } from "../platform/urlParameters.ts"

/** Reads a secret parameter of the current URL. Returns `undefined` if it is missing or empty. */
export const readSecretParameter = (
  name: string
): Effect.Effect<Redacted.Redacted<string> | undefined, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page }) => Effect.map(page.url, (here) => secretOf(parse(here), name)))

/**
 * Fails if the return URL in the current URL is on another site. Runs before the user acts on the page and before a code
 * is used up.
 */
export const checkReturnTo: Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = /*#__PURE__*/ Effect.flatMap(
  Navigation,
  ({ page }) =>
    Effect.flatMap(
      returnTo,
      (target) =>
        target === undefined ?
          Effect.void :
          Effect.flatMap(
            page.url,
            (here) => toSameOriginPath(target, here) === undefined ? Effect.fail(makeNotTrusted(target)) : Effect.void
          )
    )
)

/** Redirects to a target. Runs `otherwise` if there is no target, or if it is a sign-in or sign-out page. */
export const redirectOr = <E, R>(
  target: string | undefined,
  otherwise: Effect.Effect<void, E, R>
): Effect.Effect<void, E | RedirectUrlNotTrusted, R | Navigation> =>
  Effect.flatMap(
    Navigation,
    ({ page, redirect, urls }) =>
      Effect.flatMap(page.url, (here): Effect.Effect<void, E | RedirectUrlNotTrusted, R> =>
        target === undefined || leadsBack(urls, target, here) ? otherwise : redirect(target, { replace: true }))
  )

/** Redirects to the return URL in the current URL, or to a page of the app. */
export const continueTo = (name: Destination): Effect.Effect<void, RedirectUrlNotTrusted, Navigation> =>
  Effect.flatMap(
    Navigation,
    ({ redirectTo }) => Effect.flatMap(returnTo, (target) => redirectOr(target, redirectTo(name, { replace: true })))
  )

/** Redirects to a page of the app that does not return to this page. Passes the return URL on. */
export const goTo = (name: Destination): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(
    Navigation,
    ({ redirectTo }) =>
      Effect.flatMap(returnTo, (target) => redirectTo(name, { replace: true, noRedirectBack: target === undefined }))
  )

/** Returns the URL that `goTo` redirects to, for links. */
export const hrefOf = (name: "signIn" | "signUp" | "forgotPassword"): Effect.Effect<string, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, urls }) =>
    Effect.map(page.url, (here) => {
      const target = getReturnTo(here)
      const url = parse(urls[name], here)
      if (target === undefined || name === "forgotPassword" || url === undefined) return urls[name]
      url.searchParams.set(returnToParameter, target)
      return url.pathname + url.search + url.hash
    }))

/**
 * Redirects to a page that returns to a URL after the sign-in. The default is the current URL, including its own
 * `after_auth_return_to`.
 */
export const redirectAndReturn = (
  name: "signIn" | "signUp" | "onboarding",
  target?: string
): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirect, redirectTo, urls }) =>
    Effect.flatMap(page.url, (here) => {
      // A page such as about:blank has no path to return to.
      const url = parse(urls[name], here)
      if (url === undefined) return redirectTo(name, { replace: true })
      const { hash, pathname, search } = new URL(here)
      url.searchParams.set(returnToParameter, target ?? pathname + search + hash)
      // Never fails: the layer has checked the URL, and only a parameter is added.
      return Effect.orDie(redirect(url.pathname + url.search + url.hash, { replace: true }))
    }))
