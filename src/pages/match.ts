/**
 * Which page of an app an address names, and what the address tells it.
 *
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import { type ErrorCode, errorOf } from "../auth/oauth/errors.ts"
import type { GivenUrls } from "../navigation/Urls.ts"
import * as Urls from "../navigation/Urls.ts"
import { parse, secretOf } from "../platform/address.ts"

/**
 * A page, with what its address tells it. A parameter that is missing or empty is `undefined`, and whatever lets its holder
 * in is `Redacted`. An address that names no page is the page `notFound`.
 *
 * @category models
 * @since 0.1.0
 */
export type Match =
  | {
    readonly page:
      | "signIn"
      | "signUp"
      | "signOut"
      | "forgotPassword"
      | "accountSettings"
      | "mfa"
      | "onboarding"
      | "notFound"
  }
  | {
    readonly page: "magicLinkCallback" | "emailVerification" | "passwordReset" | "teamInvitation"
    /** The code that the mail brought. */
    readonly code: Redacted.Redacted<string> | undefined
  }
  | {
    readonly page: "oauthCallback"
    readonly code: Redacted.Redacted<string> | undefined
    readonly state: Redacted.Redacted<string> | undefined
  }
  | {
    readonly page: "error"
    /** A code that there is a text for. Another one counts as none: anybody may have written it. */
    readonly errorCode: ErrorCode | undefined
  }
  | {
    readonly page: "cliAuthConfirm"
    readonly loginCode: Redacted.Redacted<string> | undefined
  }

/**
 * Tells which page an address names, and reads its parameters. Sends nothing. Total: every text names a page, if only
 * `notFound`.
 *
 * The pages stand below `/handler`, or where `urls` says. Case and dashes do not matter, and `log-in` and `register` mean
 * `sign-in` and `sign-up`.
 *
 * **Example** (Which requests are for the pages)
 *
 * ```ts
 * import { HandlerPages } from "latchkey"
 *
 * const isOurs = (request: Request) => HandlerPages.match(request.url, { handler: "/auth" }).page !== "notFound"
 * ```
 *
 * @category matching
 * @since 0.1.0
 */
export const match = (address: string, urls?: GivenUrls): Match => {
  const page = Urls.pageAt(Urls.make(urls), address)
  if (page === undefined) return { page: "notFound" }
  const url = parse(address) ?? parse(address, "https://app.invalid")
  const secret = (name: string) => secretOf(url, name)
  switch (page) {
    case "magicLinkCallback":
    case "emailVerification":
    case "passwordReset":
    case "teamInvitation":
      return { page, code: secret("code") }
    case "oauthCallback":
      return { page, code: secret("code"), state: secret("state") }
    case "error":
      return { page, errorCode: url && errorOf(url)?.code }
    case "cliAuthConfirm":
      return { page, loginCode: secret("login_code") }
    default:
      return { page }
  }
}
