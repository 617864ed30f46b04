/** Converts base64 to base64url without padding (RFC 4648 § 5). */
export const toBase64Url = (base64: string): string =>
  base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
