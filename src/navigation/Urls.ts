import { parse } from "../platform/urlParameters.ts"

/** The handler's pages. The path of `signIn` below the handler is `sign-in`. */
const handlerPages = [
  "signIn",
  "signUp",
  "signOut",
  "emailVerification",
  "passwordReset",
  "forgotPassword",
  "oauthCallback",
  "magicLinkCallback",
  "accountSettings",
  "teamSettings",
  "error",
  "teamInvitation",
  "cliAuthConfirm",
  "mfa",
  "onboarding"
] as const

/** A page's name below the handler. */
export type HandlerPageName = typeof handlerPages[number]

/** An app's page URLs, relative to its origin or absolute. */
export interface Urls extends Readonly<Record<HandlerPageName, string>> {
  /** The base URL for the handler's pages; `/handler` by default. */
  readonly handler: string
  /** The home page; `/` by default. */
  readonly home: string
  /** The page after a sign-in; `home` by default. */
  readonly afterSignIn: string
  /** The page after a sign-up; `afterSignIn` by default. */
  readonly afterSignUp: string
  /** The page after a sign-out; `home` by default. */
  readonly afterSignOut: string
}

/** An app page's name. */
export type PageName = Exclude<keyof Urls, "handler">

/** Custom URLs for some pages. Each starts with a slash or is absolute. */
export type GivenUrls = { readonly [name in keyof Urls]?: string | undefined }

// Not `toSnakeCase` of `wire`: with it, bundles would have the codecs in a chunk of their own.
const toSegment = (page: HandlerPageName): string => page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Adds the defaults to custom URLs. */
export const make = (given: GivenUrls = {}): Urls => {
  const handler = trimTrailingSlash(given.handler ?? "/handler")
  const home = given.home ?? "/"
  const afterSignIn = given.afterSignIn ?? home
  // Sound: every handler page has a URL.
  const pages = Object.fromEntries(
    handlerPages.map((page) => [
      page,
      given[page] ?? `${handler === "/" ? "" : handler}/${toSegment(page)}`
    ])
  ) as Record<HandlerPageName, string>
  return {
    ...pages,
    handler,
    home,
    afterSignIn,
    afterSignUp: given.afterSignUp ?? afterSignIn,
    afterSignOut: given.afterSignOut ?? home
  }
}

/** Other names for handler pages, without dashes and in lower case. */
const aliases: Readonly<Record<string, HandlerPageName>> = { login: "signIn", register: "signUp" }

/**
 * Returns the handler page at a URL. Never fails; returns `undefined` if there is no such page.
 *
 * Case and dashes are ignored. `log-in` and `register` are aliases for `sign-in` and `sign-up`. A page with a custom URL
 * matches that URL anywhere. If several pages match, the one with the most matching query parameters and fragment is
 * returned.
 */
export const pageAt = (urls: Urls, address: string): HandlerPageName | undefined => {
  const here = parse(address, "https://app.invalid")
  if (here === undefined) return undefined
  let found: HandlerPageName | undefined
  let most = -1
  for (const page of handlerPages) {
    const said = countMatches(here, urls[page])
    if (said <= most) continue
    found = page
    most = said
  }
  if (found !== undefined) return found
  const handler = parse(urls.handler, here.href)
  if (handler === undefined || !isSameHost(handler, here)) return undefined
  const prefix = trimTrailingSlash(handler.pathname)
  const path = trimTrailingSlash(here.pathname)
  const rest = prefix === "/" ? path : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : ""
  const word = rest.slice(1).replaceAll("-", "").toLowerCase()
  return handlerPages.find((page) => page.toLowerCase() === word) ??
    (Object.hasOwn(aliases, word) ? aliases[word] : undefined)
}

/** Returns how many query parameters and fragments of a page's URL the current URL has, or -1 for another page. */
const countMatches = (here: URL, url: string): number => {
  const page = parse(url, here.href)
  if (
    page === undefined || !isSameHost(page, here) ||
    trimTrailingSlash(page.pathname) !== trimTrailingSlash(here.pathname) || page.hash !== "" && page.hash !== here.hash
  ) return -1
  const parameters = [...page.searchParams]
  return parameters.every(([name, value]) => here.searchParams.getAll(name).includes(value))
    ? parameters.length + (page.hash === "" ? 0 : 1)
    : -1
}

const isSameHost = (one: URL, other: URL): boolean => one.protocol === other.protocol && one.host === other.host

const trimTrailingSlash = (path: string): string => {
  let end = path.length
  while (end > 1 && path[end - 1] === "/") end--
  return path.slice(0, end)
}
