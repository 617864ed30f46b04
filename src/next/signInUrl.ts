/** The sign-in page's URL, with the page to return to. */
import { isAuthPage, returnToParameter } from "../navigation/returnTo.ts"
import { toSameOriginPath } from "../navigation/sameOrigin.ts"
import type { Urls } from "../navigation/Urls.ts"
import type { Principal } from "../server/Principal.ts"

/** The request header in which `proxy` passes the page's path and query to server components, which cannot read them. */
export const pageHeader = "x-latchkey-page"

/** Any origin: all URLs here are relative. */
const here = "https://app.invalid/"

/** Returns the path and query of an app URL. Never fails; returns `undefined` for other URLs. */
export const toPath = (url: string | null | undefined): string | undefined =>
  typeof url === "string" && url !== "" ? toSameOriginPath(url, here) : undefined

/**
 * Returns the URL of the sign-in page, or of `onboarding` for a restricted user. Both return to `returnTo` afterwards,
 * unless it is a page for signing in or out, or outside the app.
 */
export const getSignInUrl = (
  urls: Urls,
  principal: Principal["Service"],
  returnTo: string | null | undefined
): string => {
  const page = principal._tag === "SignedOut" && principal.reason === "restricted" ? "onboarding" : "signIn"
  const url = new URL(toPath(urls[page]) ?? "/", here)
  const path = toPath(returnTo)
  if (path !== undefined && !isAuthPage(urls, new URL(path, here).href)) url.searchParams.set(returnToParameter, path)
  return url.pathname + url.search + url.hash
}
