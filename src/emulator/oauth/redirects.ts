/** Redirects with errors in OAuth flows. */
import * as Duration from "effect/Duration"
import type { KnownError } from "../../wire/KnownError.ts"
import { type EmulatorResponse, encodeDetails, redirect, setQuery } from "../requests/http.ts"
import { isTrustedUrl } from "../rules/validation.ts"
import type { OAuthFlowRow } from "../state/oauthRows.ts"
import type { ProjectRow } from "../state/rows.ts"

/** An authorization code's lifetime. */
export const authorizationCodeLifetime = /*#__PURE__*/ Duration.minutes(5)

/** Returns the redirect for a flow's error, unless no URL is trusted. In 2025, only the error URL is used. */
export const makeErrorRedirect = (
  project: ProjectRow,
  { errorRedirectUrl, redirectUri }: OAuthFlowRow,
  error: KnownError
): EmulatorResponse | undefined => {
  const isOld = project.generation === "2025"
  const page = (isOld ? [errorRedirectUrl] : [redirectUri, errorRedirectUrl])
    .find((url) => url !== undefined && isTrustedUrl(project, url))
  return page === undefined ? undefined : redirect(setQuery(page, {
    ...(isOld ? {} : { error: "server_error", error_description: error.message }),
    errorCode: error.code,
    message: error.message,
    details: JSON.stringify(encodeDetails(error) ?? {})
  }))
}
