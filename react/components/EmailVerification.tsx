/** The component behind the link of a verification email. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { emailVerification } from "../../src/pages/EmailVerification.ts"
import { CodeRefusedPage, EmailVerificationPage, EmailVerifiedPage } from "../pages/EmailLinkPages.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"

const pages: PagesOf<Effect.Success<typeof emailVerification>> = {
  CodeRefused: CodeRefusedPage,
  EmailVerification: EmailVerificationPage,
  EmailVerified: EmailVerifiedPage,
  NotOpened: NotOpenedPage
}

/**
 * Verifies an email address with the code in the URL.
 *
 * **Example** (The page of a verification link)
 *
 * ```tsx
 * import { EmailVerification } from "latchkey/react"
 *
 * export const VerifyEmail = () => <EmailVerification />
 * ```
 */
export const EmailVerification = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={emailVerification} own="emailVerification" pages={pages} />
)
