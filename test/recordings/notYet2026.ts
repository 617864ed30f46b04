/**
 * Names of recordings of 2026 that the emulator does not answer as recorded yet, and whose answers are not decoded yet.
 */
export const notYet2026: ReadonlySet<string> = new Set<string>([])

export const notDecodedYet2026: ReadonlySet<string> = new Set<string>([
  "oauth refresh grant (form, SDK style, no stack headers)",
  "oauth refresh grant (json)",
  "oauth refresh grant with scope",
  "oauth refresh grant without refresh_token",
  "oauth refresh grant with mfa user",
  "internal metrics",
  "restricted oauth refresh grant",
  "oauth refresh grant with the public word as secret (key not required)",
  "oauth authorize in json mode with the public word as secret (key not required)",
  "oauth authorize json mode",
  "oauth authorize redirect_uri of the mobile scheme",
  "oauth authorize with a good bot challenge token",
  "anonymous oauth authorize with token"
])
