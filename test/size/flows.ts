/** The flows in a bundle, detected by a text that each one requires. A program contains only the flows it uses. */
export const marks = {
  /** Redirects, and the return path of a sign-in. */
  navigation: "after_auth_return_to",
  cookies: "stack-refresh-",
  oauth: "stack-oauth-outer-",
  passkey: "The passkey could not be verified",
  continuation: "latchkey-mfa-",
  emailCode: "latchkey-email-code-",
  prompt: "Mfa.ask",
  cli: "The service returned an unknown sign-in status",
  pages: "HandlerPages.open"
} as const

/** A flow contained only in programs that use it. */
export type Flow = keyof typeof marks

/** Packages loaded on demand, and never before: detected by their texts. */
export const later = {
  "@simplewebauthn/browser": "ERROR_CEREMONY_ABORTED",
  otpauth: "otpauth://",
  uqr: "Data too long"
} as const
