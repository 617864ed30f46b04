/** Parameters of OAuth authorization responses. */

/** The parameters that an authorization response adds to a URL (RFC 6749 § 4.1.2, RFC 9207 § 2). */
export const responseParameters: ReadonlyArray<string> = [
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri"
]

/**
 * Removes an authorization response's parameters, and the fragment, which servers never receive. A flow can therefore
 * use its page's URL as `redirect_uri` before and after the redirect.
 */
export const removeOAuthResponse = (url: URL): void => {
  url.hash = ""
  for (const name of responseParameters) url.searchParams.delete(name)
}
