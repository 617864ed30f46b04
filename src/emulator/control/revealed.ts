/** Emails and sessions with plain strings, for tests. */
import * as Redacted from "effect/Redacted"
import type { Mail } from "../emails/mails.ts"
import type { CreatedSession } from "./Controls.ts"

/** Returns an email with its codes as plain strings. */
export const revealMail = ({ code, otp, ...mail }: Mail) => ({
  ...mail,
  code: code && Redacted.value(code),
  otp: otp && Redacted.value(otp)
})

/** Returns a session with its tokens as plain strings. */
export const revealSession = ({ accessToken, refreshToken, ...session }: CreatedSession) => ({
  ...session,
  accessToken: Redacted.value(accessToken),
  refreshToken: Redacted.value(refreshToken)
})
