/** The parameters that an authorization response adds to a URL (RFC 6749 § 4.1.2, RFC 9207 § 2). */
export const responseParameters: ReadonlyArray<string> = [
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri"
]

/** Removes an authorization response's parameters and the fragment, so that the URL is the same `redirect_uri`. */
export const removeOAuthResponse = (url: URL): void => {
  url.hash = ""
  for (const name of responseParameters) url.searchParams.delete(name)
}
