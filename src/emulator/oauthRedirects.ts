/**
 * Where a flow may send the browser, and where its errors go once the browser has come back from the provider.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import type { KnownError } from "../wire/KnownError.ts"
import { type EmulatorResponse, encodeDetails, redirect, setQuery } from "./http.ts"
import type { OAuthFlowRow } from "./oauthRows.ts"
import type { ProjectRow } from "./rows.ts"
import * as validation from "./validation.ts"

/**
 * How long an authorization code of the service lives.
 *
 * @category constants
 * @since 0.1.0
 */
export const authorizationCodeLifetime = /*#__PURE__*/ Duration.minutes(5)

/** The scheme of addresses that a native app's browser session catches. Every project trusts it since 2026. */
const mobileScheme = "stack-auth-mobile-oauth-url:"

/**
 * Returns `true` if a flow may send the browser to a URL.
 *
 * @category checks
 * @since 0.1.0
 */
export const isTrustedRedirect = (project: ProjectRow, url: string): boolean =>
  project.generation === "2026" && URL.canParse(url) && new URL(url).protocol === mobileScheme ||
  validation.isTrustedUrl(project, url)

/**
 * Returns the redirect to the page that shows an error, or `undefined` if the project trusts no page for it. A service of
 * 2025 knows the page for errors only. A service of 2026 prefers the page that the browser was to come back to.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeErrorRedirect = (
  project: ProjectRow,
  { errorRedirectUrl, redirectUri }: OAuthFlowRow,
  error: KnownError
): EmulatorResponse | undefined => {
  const isOld = project.generation === "2025"
  const page = (isOld ? [errorRedirectUrl] : [redirectUri, errorRedirectUrl])
    .find((url) => url !== undefined && isTrustedRedirect(project, url))
  return page === undefined ? undefined : redirect(setQuery(page, {
    ...(isOld ? {} : { error: "server_error", error_description: error.message }),
    errorCode: error.code,
    message: error.message,
    details: JSON.stringify(encodeDetails(error) ?? {})
  }))
}
