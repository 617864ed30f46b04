/** The component for a forgotten password. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { forgotPassword } from "../../src/pages/ForgotPassword.ts"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { ForgotPasswordPage } from "../pages/PasswordPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"

const pages: PagesOf<Effect.Success<typeof forgotPassword>> = {
  ForgotPassword: ForgotPasswordPage,
  NotOpened: NotOpenedPage
}

/**
 * Emails a link to reset the password, and resends it after a countdown.
 *
 * **Example** (A page for a forgotten password)
 *
 * ```tsx
 * import { ForgotPassword } from "latchkey/react"
 *
 * export const Forgot = () => <ForgotPassword />
 * ```
 */
export const ForgotPassword = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={forgotPassword} own="forgotPassword" pages={pages} />
)
