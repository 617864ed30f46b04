/** A URL's page, and its parameters. */
import type * as Redacted from "effect/Redacted"
import { type ErrorCode, errorOf } from "../auth/oauth/errors.ts"
import type { GivenUrls } from "../navigation/Urls.ts"
import * as Urls from "../navigation/Urls.ts"
import { parse, secretOf } from "../platform/urlParameters.ts"

/**
 * A page with its URL's parameters. A missing or empty parameter is `undefined`, and secrets are `Redacted`. A URL
 * without a page is `notFound`.
 */
export type Match =
  | {
    readonly page:
      | "signIn"
      | "signUp"
      | "signOut"
      | "forgotPassword"
      | "accountSettings"
      | "teamSettings"
      | "mfa"
      | "onboarding"
      | "notFound"
  }
  | {
    readonly page: "magicLinkCallback" | "emailVerification" | "passwordReset" | "teamInvitation"
    /** The email's code. */
    readonly code: Redacted.Redacted<string> | undefined
  }
  | {
    readonly page: "oauthCallback"
    readonly code: Redacted.Redacted<string> | undefined
    readonly state: Redacted.Redacted<string> | undefined
  }
  | {
    readonly page: "error"
    /** A known code, or `undefined`. Any site can link to the page with any code. */
    readonly errorCode: ErrorCode | undefined
  }
  | {
    readonly page: "cliAuthConfirm"
    readonly loginCode: Redacted.Redacted<string> | undefined
  }
  | {
    readonly page: "agentConsent"
    /** The id of the agent's request. */
    readonly request: Redacted.Redacted<string> | undefined
  }

/**
 * Returns a URL's page, and parses its parameters. Sends no request and never fails: a URL without a page is
 * `notFound`.
 *
 * The pages are below `/handler`, or at the paths in `urls`. The page `agentConsent` is always below the handler. Case and dashes are ignored. `log-in` and `register` are
 * aliases of `sign-in` and `sign-up`.
 *
 * **Example** (Routing a server's requests)
 *
 * ```ts
 * import { HandlerPages } from "latchkey"
 *
 * const isOurs = (request: Request) => HandlerPages.match(request.url, { handler: "/auth" }).page !== "notFound"
 * ```
 */
export const match = (address: string, urls?: GivenUrls): Match => {
  const made = Urls.make(urls)
  const page = Urls.pageAt(made, address)
  const url = parse(address) ?? parse(address, "https://app.invalid")
  const secret = (name: string) => secretOf(url, name)
  if (page === undefined) {
    return isAgentConsent(made, address)
      ? { page: "agentConsent", request: secret("request") }
      : { page: "notFound" }
  }
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

/** Not among the names of `Urls`, which every program with a sign-in contains. */
const isAgentConsent = (urls: Urls.Urls, address: string): boolean =>
  Urls.pageAt({ ...urls, error: `${urls.handler === "/" ? "" : urls.handler}/agent-consent` }, address) === "error"
