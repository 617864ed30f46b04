/** The component behind the link of a reset email. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { passwordReset } from "../../src/pages/PasswordReset.ts"
import { CodeRefusedPage } from "../pages/EmailLinkPages.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { PasswordChangedPage, PasswordResetPage } from "../pages/PasswordPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"

const pages: PagesOf<Effect.Success<typeof passwordReset>> = {
  CodeRefused: CodeRefusedPage,
  NotOpened: NotOpenedPage,
  PasswordChanged: PasswordChangedPage,
  PasswordReset: PasswordResetPage
}

/**
 * Sets a new password with the code in the URL, and redirects to the sign-in page.
 *
 * **Example** (The page of a reset link)
 *
 * ```tsx
 * import { PasswordReset } from "latchkey/react"
 *
 * export const Reset = () => <PasswordReset />
 * ```
 */
export const PasswordReset = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={passwordReset} own="passwordReset" pages={pages} />
)
