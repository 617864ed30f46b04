/** The component for the second factor. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { mfa } from "../../src/pages/Mfa.ts"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { MfaExpiredPage, MfaPage } from "../pages/MfaPages.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof mfa>, SignInPages> = {
  Mfa: MfaPage,
  MfaExpired: MfaExpiredPage,
  NotOpened: NotOpenedPage
}

/**
 * Completes a sign-in that waits for the code of an authenticator app, also after a reload. `SignIn` shows this form itself.
 *
 * **Example** (A page for the second factor)
 *
 * ```tsx
 * import { MfaForm } from "latchkey/react"
 *
 * export const TwoFactor = () => <MfaForm />
 * ```
 */
export const MfaForm = (props: SignInProps): ReactNode => (
  <Flow {...props} open={mfa} own="mfa" pages={pages} loadPages={loadSignInPages} />
)
