/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds.
 *
 * @since 0.1.0
 */
import { Secret, TOTP } from "otpauth"

/**
 * Says whether a code is the one of this moment. As in the service there is no grace: neither the code before nor the one
 * after is taken.
 *
 * @category guards
 * @since 0.1.0
 */
// Compared with what the library makes, since its own comparison throws on six characters of more than six bytes.
export const isValid = (secretBase64: string, code: string, now: number): boolean =>
  new TOTP({ secret: Secret.fromLatin1(atob(secretBase64)) }).generate({ timestamp: now }) === code
