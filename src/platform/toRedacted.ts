import * as Redacted from "effect/Redacted"

/** A password, code, token or key, as a plain or redacted string. */
export type Secret = string | Redacted.Redacted<string>

/** Redacts a secret, unless it is already redacted. */
export const toRedacted = (secret: Secret): Redacted.Redacted<string> =>
  Redacted.isRedacted(secret) ? secret : Redacted.make(secret)

/** Returns `true` for a redacted value's text, which replaces a secret if code converts a `Redacted` to a string. */
export const isRedactedText = (text: string): boolean => /^<redacted(?::.*)?>$/.test(text)

/** Returns `true` if a text contains a redacted value's text. */
export const hasRedactedText = (text: string): boolean => /<redacted[:>]/.test(text)
