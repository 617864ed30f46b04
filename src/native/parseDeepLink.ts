import * as Redacted from "effect/Redacted"
import { returnToParameter } from "../navigation/returnTo.ts"
import { toSameOriginPath } from "../navigation/sameOrigin.ts"
import * as Urls from "../navigation/Urls.ts"
import { parameterOf, parse, secretOf } from "../platform/urlParameters.ts"

/** Every link's fields. */
type Link = {
  /** The app page that the user came from, as a path. Links to other apps are dropped: anyone can write this parameter. */
  readonly returnTo: string | undefined
}

/** A link from an email. The tag says what its code is for. */
export type CodeLink<Tag extends string> = Link & {
  readonly _tag: Tag
  /** The code. It is a secret: anyone can use it. */
  readonly code: Redacted.Redacted<string>
}

/** An OAuth flow's callback URL, with its response. `NativeOAuth.complete` completes the flow. */
export type OAuthCallbackLink = Link & {
  readonly _tag: "OAuthCallback"
  readonly url: Redacted.Redacted<string>
}

/** A link that opened the app: from an email, or an OAuth callback. */
export type DeepLink =
  | CodeLink<"MagicLink">
  | CodeLink<"PasswordReset">
  | CodeLink<"EmailVerification">
  | CodeLink<"TeamInvitation">
  | OAuthCallbackLink

/** An app's addresses. */
export interface Addresses {
  /** The app's URL schemes. */
  readonly schemes: ReadonlyArray<string>
  /** The app's website, a URL. */
  readonly website: string
  readonly urls: Urls.Urls
}

/** The URL schemes for OAuth callbacks in native apps that services since 2026 trust in every project. */
export const serviceSchemes: ReadonlyArray<string> = ["stack-auth-mobile-oauth-url:", "hexclave-mobile-oauth-url:"]

const codePages = {
  magicLinkCallback: "MagicLink",
  passwordReset: "PasswordReset",
  emailVerification: "EmailVerification",
  teamInvitation: "TeamInvitation"
} as const

/**
 * Parses a link. Never fails; returns `undefined` for a link with another scheme or host, and for one without a code or an OAuth
 * response.
 *
 * With the app's scheme, the host is the path's first segment: `myapp://handler/error` and `myapp:///handler/error`
 * are the same link.
 */
export const parseDeepLink = (address: string, addresses: Addresses): DeepLink | undefined => {
  const url = parse(address)
  if (url === undefined) return undefined
  const page = serviceSchemes.includes(url.protocol) ? "oauthCallback" : pageOf(url, addresses)
  const target = parameterOf(url, returnToParameter)
  const returnTo = target === undefined ? undefined : toSameOriginPath(target, addresses.website)
  if (page === "oauthCallback" || page === "error") {
    const isResponse = ["code", "error", "errorCode"].some((name) => url.searchParams.has(name))
    return isResponse ? { _tag: "OAuthCallback", url: Redacted.make(address), returnTo } : undefined
  }
  const tag = page !== undefined && page in codePages
    // Sound: the pages with a tag are the keys.
    ? codePages[page as keyof typeof codePages]
    : undefined
  const code = secretOf(url, "code")
  return tag === undefined || code === undefined ? undefined : { _tag: tag, code, returnTo }
}

const pageOf = (url: URL, { schemes, urls, website }: Addresses): Urls.HandlerPageName | undefined => {
  const path = pathOf(url, schemes, website)
  if (path === undefined) return undefined
  // Sound: the keys come from `urls`.
  const paths = Object.fromEntries(
    Object.entries(urls).map(([name, address]) => {
      const own = parse(address, website)
      return [name, own === undefined ? address : pathOf(own, schemes, website) ?? address]
    })
  ) as unknown as Urls.Urls
  return Urls.pageAt(paths, path)
}

/** Returns the path and query of an app URL, or `undefined` for another scheme or host. */
const pathOf = (url: URL, schemes: ReadonlyArray<string>, website: string): string | undefined => {
  if (url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "https:") return url.origin === parse(website)?.origin ? url.pathname + url.search : undefined
  if (!schemes.includes(url.protocol.slice(0, -1))) return undefined
  const segments = `${url.host}${url.pathname}`.split("/").filter((segment) => segment !== "")
  return `/${segments.join("/")}${url.search}`
}
