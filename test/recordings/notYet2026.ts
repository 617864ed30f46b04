/**
 * Names of recordings of 2026 that the emulator does not answer as recorded yet, and whose answers are not decoded yet.
 */
export const notYet2026: ReadonlySet<string> = new Set<string>([])

export const notDecodedYet2026: ReadonlySet<string> = new Set<string>([
  "oauth refresh grant without refresh_token",
  "internal metrics"
])
