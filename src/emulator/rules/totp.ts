/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from "otpauth"

/** Returns `true` if a code is valid at `now`. Like the service, it does not accept the previous or the next code. */
// Compares with the generated code, because `validate` of the library throws on six characters with more than six
// bytes.
export const isValid = (secretBase64: string, code: string, now: number): boolean =>
  new TOTP({ secret: Secret.fromLatin1(atob(secretBase64)) }).generate({ timestamp: now }) === code
