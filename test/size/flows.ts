/**
 * Which flows are in a bundle, told by a text that each cannot do without. A program has those that it uses, and nothing of
 * any other.
 */
export const marks = {
  /** Redirects, and where a sign-in comes back to. */
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

/** A flow that only those have who use it. */
export type Flow = keyof typeof marks

/** What is loaded when it is used and never before: texts of the packages that do the work. */
export const later = {
  "@simplewebauthn/browser": "ERROR_CEREMONY_ABORTED",
  otpauth: "otpauth://"
} as const
