/**
 * The addresses of an app's pages: those that mails and providers lead to, and those that a sign-in or a sign-out ends on.
 *
 * @since 0.1.0
 */

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
  mfa: "mfa"
} as const

/**
 * The pages that stand below the handler's base.
 *
 * @category models
 * @since 0.1.0
 */
export type HandlerPage = keyof typeof below

/**
 * The addresses of an app, relative to its origin or absolute.
 *
 * @category models
 * @since 0.1.0
 */
export interface Urls extends Readonly<Record<HandlerPage, string>> {
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
 * Addresses of which some are given.
 *
 * @category options
 * @since 0.1.0
 */
export type GivenUrls = { readonly [name in keyof Urls]?: string | undefined }

// Sound: the keys of a constant object are those of its type.
const handlerPages = Object.keys(below) as ReadonlyArray<HandlerPage>

/**
 * Completes the addresses that are given with the usual ones.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (given: GivenUrls = {}): Urls => {
  const handler = (given.handler ?? "/handler").replace(/\/+$/, "")
  const home = given.home ?? "/"
  const afterSignIn = given.afterSignIn ?? home
  // Sound: every page of the handler gets its address.
  const pages = Object.fromEntries(
    handlerPages.map((page) => [page, given[page] ?? `${handler}/${below[page]}`])
  ) as Record<HandlerPage, string>
  return {
    ...pages,
    handler: handler === "" ? "/" : handler,
    home,
    afterSignIn,
    afterSignUp: given.afterSignUp ?? afterSignIn,
    afterSignOut: given.afterSignOut ?? home
  }
}

const words: Readonly<Record<string, HandlerPage>> = {
  login: "signIn",
  register: "signUp",
  ...Object.fromEntries(handlerPages.map((page) => [page.toLowerCase(), page]))
}

/**
 * Tells which page of the handler an address names, if it names one. Total.
 *
 * Case and dashes do not matter, and `log-in` and `register` mean `sign-in` and `sign-up`. An address that was given for a
 * page is that page too, wherever it stands.
 *
 * @category getters
 * @since 0.1.0
 */
export const pageAt = (urls: Urls, address: string, base = "https://app.invalid"): HandlerPage | undefined => {
  const path = pathOf(address, base)
  if (path === undefined) return undefined
  const exact = handlerPages.find((page) => pathOf(urls[page], base) === path)
  if (exact !== undefined) return exact
  const handler = pathOf(urls.handler, base)
  const prefix = handler === "/" ? "/" : `${handler}/`
  if (handler === undefined || !path.startsWith(prefix)) return undefined
  const word = path.slice(prefix.length).replaceAll("-", "").toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

const pathOf = (address: string, base: string): string | undefined =>
  URL.canParse(address, base) ? new URL(address, base).pathname.replace(/(?<=.)\/+$/, "") : undefined
