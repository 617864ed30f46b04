/**
 * The parameter that carries where a user wanted to go before the sign-in.
 *
 * @since 0.1.0
 */
import { parameterOf, parse, resolve } from "../platform/address.ts"
import { toSameOriginPath } from "./sameOrigin.ts"
import { pageAt, type Urls } from "./Urls.ts"

/**
 * The name of the parameter.
 *
 * @category constants
 * @since 0.1.0
 */
export const returnToParameter = "after_auth_return_to"

/** Pages that are a part of signing in or out: no user wants to return to them afterwards. */
const onTheWay = new Set<string | undefined>([
  "signIn",
  "signUp",
  "signOut",
  "forgotPassword",
  "passwordReset",
  "oauthCallback",
  "magicLinkCallback",
  "mfa",
  "onboarding",
  "error"
])

/**
 * Returns the parameter of a page's address; `undefined` if it is missing or empty.
 *
 * @category getters
 * @since 0.1.0
 */
export const getReturnTo = (here: string): string | undefined => parameterOf(parse(here), returnToParameter)

/**
 * Returns `true` if an address is that of a page for signing in or out.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAuthPage = (urls: Urls, address: string): boolean => onTheWay.has(pageAt(urls, address))

/**
 * Returns `true` if a target would redirect a signed-in user again: it is a page for signing in or out, or the present page
 * with a target of its own. Such a target, followed by a server, is a loop.
 *
 * @category guards
 * @since 0.1.0
 */
export const leadsBack = (urls: Urls, target: string, here: string): boolean => {
  const path = toSameOriginPath(target, here)
  const url = path === undefined ? undefined : resolve(path, here)
  return url !== undefined && (isAuthPage(urls, url.href) || isAuthPage(urls, decodePath(url)) ||
    url.pathname === parse(here)?.pathname && url.searchParams.has(returnToParameter))
}

/** Returns an address as a router may read it, which decodes paths. */
const decodePath = (url: URL): string => {
  const copy = new URL(url)
  try {
    copy.pathname = decodeURI(url.pathname)
  } catch {
    // No router decodes it either.
  }
  return copy.href
}
