import { parameterOf, parse, resolve } from "../platform/urlParameters.ts"
import { toSameOriginPath } from "./sameOrigin.ts"
import { pageAt, type Urls } from "./Urls.ts"

/** The parameter's name. */
export const returnToParameter = "after_auth_return_to"

/** Pages for signing in or out. Users do not return to them afterwards. */
const authPages = new Set<string | undefined>([
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

/** Returns the parameter in a page's URL, or `undefined` if it is missing or empty. */
export const getReturnTo = (here: string): string | undefined => parameterOf(parse(here), returnToParameter)

/** Returns `true` if a URL is a page for signing in or out. */
export const isAuthPage = (urls: Urls, address: string): boolean => authPages.has(pageAt(urls, address))

/** Returns `true` if a target would redirect a signed-in user again. On a server, such a redirect would be a loop. */
export const leadsBack = (urls: Urls, target: string, here: string): boolean => {
  const path = toSameOriginPath(target, here)
  const url = path === undefined ? undefined : resolve(path, here)
  return url !== undefined && (isAuthPage(urls, url.href) || isAuthPage(urls, decodePath(url)) ||
    url.pathname === parse(here)?.pathname && url.searchParams.has(returnToParameter))
}

/** Decodes a URL's path, as some routers do. */
const decodePath = (url: URL): string => {
  const copy = new URL(url)
  try {
    copy.pathname = decodeURI(url.pathname)
  } catch {
    // Routers cannot decode it either.
  }
  return copy.href
}
