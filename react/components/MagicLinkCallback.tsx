/** The component behind the link of a sign-in email. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { magicLinkCallback } from "../../src/pages/MagicLinkCallback.ts"
import { CodeRefusedPage, MagicLinkCallbackPage } from "../pages/EmailLinkPages.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof magicLinkCallback>, SignInPages> = {
  CodeRefused: CodeRefusedPage,
  MagicLinkCallback: MagicLinkCallbackPage,
  NotOpened: NotOpenedPage
}

/**
 * Signs in with the code in the URL after a click, since email programs open links on their own.
 *
 * **Example** (The page of a sign-in link)
 *
 * ```tsx
 * import { MagicLinkCallback } from "latchkey/react"
 *
 * export const EmailLink = () => <MagicLinkCallback />
 * ```
 */
export const MagicLinkCallback = (props: SignInProps): ReactNode => (
  <Flow {...props} open={magicLinkCallback} own="magicLinkCallback" pages={pages} loadPages={loadSignInPages} />
)
