/**
 * Secrets that a caller may pass as plain text.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"

/**
 * A password, code, token or key: plain or already redacted.
 *
 * @category models
 * @since 0.1.0
 */
export type Secret = string | Redacted.Redacted<string>

/**
 * Redacts a secret, unless it already is.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toRedacted = (secret: Secret): Redacted.Redacted<string> =>
  Redacted.isRedacted(secret) ? secret : Redacted.make(secret)
