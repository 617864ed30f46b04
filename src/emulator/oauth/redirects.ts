/** Redirect targets of OAuth flows, and redirects with errors. */
import * as Duration from "effect/Duration"
import type { KnownError } from "../../wire/KnownError.ts"
import { type EmulatorResponse, encodeDetails, redirect, setQuery } from "../requests/http.ts"
import * as validation from "../rules/validation.ts"
import type { OAuthFlowRow } from "../state/oauthRows.ts"
import type { ProjectRow } from "../state/rows.ts"

/** The lifetime of an authorization code. */
export const authorizationCodeLifetime = /*#__PURE__*/ Duration.minutes(5)

/** The URL scheme for the OAuth callbacks of native apps. Since 2026, every project trusts it. */
const mobileScheme = "stack-auth-mobile-oauth-url:"

/** Returns `true` if a flow may redirect to a URL. */
export const isTrustedRedirect = (project: ProjectRow, url: string): boolean =>
  project.generation === "2026" && URL.canParse(url) && new URL(url).protocol === mobileScheme ||
  validation.isTrustedUrl(project, url)

/**
 * Returns the redirect for an error of a flow, or `undefined` if no trusted URL is available. In 2025, only the error
 * URL is used. Since 2026, the redirect URI comes first.
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
