/**
 * The addresses of an app's pages: those that mails and providers lead to, and those that a sign-in or a sign-out ends on.
 *
 * @since 0.1.0
 */
import { parse } from "../platform/address.ts"

/** The pages below the handler's base, and what follows it in their address. */
const below = {
  signIn: "sign-in",
  signUp: "sign-up",
  signOut: "sign-out",
  emailVerification: "email-verification",
  passwordReset: "password-reset",
  forgotPassword: "forgot-password",
  oauthCallback: "oauth-callback",
  magicLinkCallback: "magic-link-callback",
  accountSettings: "account-settings",
  error: "error",
  teamInvitation: "team-invitation",
  cliAuthConfirm: "cli-auth-confirm",
  mfa: "mfa",
  onboarding: "onboarding"
} as const

/**
 * The name of a page that stands below the handler's base.
 *
 * @category models
 * @since 0.1.0
 */
export type HandlerPageName = keyof typeof below

/**
 * The addresses of an app, relative to its origin or absolute.
 *
 * @category models
 * @since 0.1.0
 */
export interface Urls extends Readonly<Record<HandlerPageName, string>> {
  /** Where the pages of the handler stand; `/handler` by default. */
  readonly handler: string
  /** `/` by default. */
  readonly home: string
  /** Where a sign-in ends; `home` by default. */
  readonly afterSignIn: string
  /** Where a sign-up ends; `afterSignIn` by default. */
  readonly afterSignUp: string
  /** Where a sign-out ends; `home` by default. */
  readonly afterSignOut: string
}

/**
 * The name of an address of an app.
 *
 * @category models
 * @since 0.1.0
 */
export type PageName = Exclude<keyof Urls, "handler">

/**
 * Addresses of which some are given. Each begins with a slash, or is absolute.
 *
 * @category options
 * @since 0.1.0
 */
export type GivenUrls = { readonly [name in keyof Urls]?: string | undefined }

// Sound: the keys of a constant object are those of its type.
const handlerPages = Object.keys(below) as ReadonlyArray<HandlerPageName>

/**
 * Completes the addresses that are given with the usual ones.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (given: GivenUrls = {}): Urls => {
  const handler = trimTrailingSlash(given.handler ?? "/handler")
  const home = given.home ?? "/"
  const afterSignIn = given.afterSignIn ?? home
  // Sound: every page of the handler gets its address.
  const pages = Object.fromEntries(
    handlerPages.map((page) => [page, given[page] ?? `${handler === "/" ? "" : handler}/${below[page]}`])
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

/** What else a page of the handler is called, without dashes and in lower case. */
const aliases: Readonly<Record<string, HandlerPageName>> = { login: "signIn", register: "signUp" }

/**
 * Tells which page of the handler an address names, if it names one. Total.
 *
 * Case and dashes do not matter, and `log-in` and `register` mean `sign-in` and `sign-up`. An address that was given for a
 * page is that page too, wherever it stands; where several fit, the one that says most of the query and the hash.
 *
 * @category getters
 * @since 0.1.0
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

/** Says how much of an address's query and hash a page's own address names; less than nothing if it is another page. */
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
