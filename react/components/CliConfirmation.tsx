/** The component where a user authorizes a command line. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { cliAuthConfirm } from "../../src/pages/CliAuthConfirm.ts"
import { CliAuthConfirmPage, CliConfirmedPage, CliRefusedPage } from "../pages/CliPages.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof cliAuthConfirm>, SignInPages> = {
  CliAuthConfirm: CliAuthConfirmPage,
  CliConfirmed: CliConfirmedPage,
  CliRefused: CliRefusedPage,
  NotOpened: NotOpenedPage
}

/**
 * Authorizes a command line with the code in the URL. Redirects a signed-out visitor to the sign-in page and back.
 *
 * **Example** (The page that a command line opens)
 *
 * ```tsx
 * import { CliConfirmation } from "latchkey/react"
 *
 * export const Authorize = () => <CliConfirmation />
 * ```
 */
export const CliConfirmation = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={cliAuthConfirm} own="cliAuthConfirm" pages={pages} loadPages={loadSignInPages} />
)
