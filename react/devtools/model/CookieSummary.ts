/** Latchkey's cookies as the panel shows them: without their values. */
import * as Cookies from "../../../src/platform/Cookies.ts"

/** The cookies that scripts can read, with their sizes in bytes. */
export interface CookieList {
  readonly own: ReadonlyArray<{
    readonly name: string
    readonly purpose: string
    readonly size: number
    readonly attributes: ReadonlyArray<string>
  }>
  /** The app's other cookies. */
  readonly others: { readonly count: number; readonly size: number }
}

/** Returns Latchkey's cookies, and the number of others. `isSecure` is `true` on https pages. */
export const summarizeCookies = (cookies: ReadonlyArray<Cookies.Cookie>, isSecure: boolean): CookieList => {
  const own = cookies.filter(({ name }) => purposeOf(name) !== undefined)
  const others = cookies.filter(({ name }) => purposeOf(name) === undefined)
  return {
    own: own.map((cookie) => ({
      name: hideState(cookie.name),
      purpose: purposeOf(cookie.name) ?? "",
      size: Cookies.size(cookie),
      attributes: attributesOf(cookie.name, isSecure)
    })),
    others: { count: others.length, size: others.reduce((sum, cookie) => sum + Cookies.size(cookie), 0) }
  }
}

const bare = (name: string): string => name.replace(/^__Host-/, "").replace(/^hexclave-/, "stack-")

const purposeOf = (name: string): string | undefined => {
  const text = bare(name)
  return text.startsWith("stack-refresh")
    ? "Refresh token"
    : text === "stack-access"
    ? "Access token"
    : text.startsWith("stack-oauth-outer-")
    ? "Pending OAuth sign-in"
    : text.startsWith("stack-")
    ? "Other"
    : undefined
}

/** A pending OAuth flow's cookie name contains its state, which only the provider and this page may know. */
const hideState = (name: string): string => name.replace(/(-oauth-(?:outer|inner)-).*$/, "$1…")

/** Returns the attributes that Latchkey sets. Scripts cannot read a cookie's attributes. */
const attributesOf = (name: string, isSecure: boolean): ReadonlyArray<string> => {
  const isShared = /--custom-/.test(name)
  return [
    "SameSite=Lax",
    "Path=/",
    ...name.startsWith("__Host-") || isSecure ? ["Secure"] : [],
    isShared ? "Domain is set" : "This host only",
    ...bare(name).startsWith("stack-refresh") ? ["1 year"] : bare(name) === "stack-access" ? ["1 day"] : [],
    ...bare(name).startsWith("stack-oauth-outer-") ? ["1 hour"] : []
  ]
}
