/**
 * Where the pages lead, and what they carry along.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type Destination, Navigation, returnTo, returnToParameter } from "../navigation/Navigation.ts"
import { leadsBack } from "../navigation/returnTo.ts"
import { makeNotTrusted, type RedirectUrlNotTrusted, toSameOriginPath } from "../navigation/sameOrigin.ts"
import { parse, secretOf } from "../platform/address.ts"

/**
 * Reads a parameter of the page's address that lets its holder in; `undefined` when it is missing or empty.
 *
 * @category reading
 * @since 0.1.0
 */
export const readSecretParameter = (
  name: string
): Effect.Effect<Redacted.Redacted<string> | undefined, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page }) => Effect.map(page.url, (here) => secretOf(parse(here), name)))

/**
 * Fails when the address would have the user go to another site after the sign-in: before anybody does something on such a
 * page, and before a code is used up for it.
 *
 * @category checks
 * @since 0.1.0
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

/**
 * Redirects to a target; otherwise, if there is none or it leads back to a page for signing in or out, as the effect does.
 *
 * @category redirecting
 * @since 0.1.0
 */
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

/**
 * Redirects to where the user wanted to go, according to the address, or to a page of the app.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const continueTo = (name: Destination): Effect.Effect<void, RedirectUrlNotTrusted, Navigation> =>
  Effect.flatMap(
    Navigation,
    ({ redirectTo }) => Effect.flatMap(returnTo, (target) => redirectOr(target, redirectTo(name, { replace: true })))
  )

/**
 * Goes to a page of the app which nobody shall come back from to this one. Where the user wanted to go in the first place
 * comes along.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const goTo = (name: Destination): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(
    Navigation,
    ({ redirectTo }) =>
      Effect.flatMap(returnTo, (target) => redirectTo(name, { replace: true, noRedirectBack: target === undefined }))
  )

/**
 * Redirects to a page that leads back to an address when the user is signed in: by default to the whole address of this page,
 * its own `after_auth_return_to` included.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectAndReturn = (
  name: "signIn" | "signUp" | "onboarding",
  target?: string
): Effect.Effect<void, never, Navigation> =>
  Effect.flatMap(Navigation, ({ page, redirect, redirectTo, urls }) =>
    Effect.flatMap(page.url, (here) => {
      // A page such as about:blank has no path that anybody could come back to.
      const url = parse(urls[name], here)
      if (url === undefined) return redirectTo(name, { replace: true })
      const { hash, pathname, search } = new URL(here)
      url.searchParams.set(returnToParameter, target ?? pathname + search + hash)
      // The layer has looked at the address; what is added to it leads nowhere else.
      return Effect.orDie(redirect(url.pathname + url.search + url.hash, { replace: true }))
    }))
