/** Schemes by which programs on the user's device get the redirect after an agent's request. */

/** Editors whose redirect URIs do not follow RFC 8252. */
const editors: ReadonlyArray<string> = ["cursor", "vscode", "vscode-insiders", "windsurf"]

/** Returns `true` for an editor's scheme. */
export const isEditor = (scheme: string): boolean => editors.includes(scheme)

/**
 * Returns `true` for a scheme with a dot, since it is a domain name in reverse order (RFC 8252 § 7.1), and for an editor's, such as
 * `cursor`. Schemes that run or show the URL's own content, such as `javascript` and `data`, have no dot.
 */
export const isPrivateScheme = (scheme: string): boolean =>
  /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+$/.test(scheme) || isEditor(scheme)
