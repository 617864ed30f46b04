/** The component where the browser returns from a provider. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { oauthCallback } from "../../src/pages/OAuthCallback.ts"
import { HandlerErrorPage, NotOpenedPage, OAuthFailedPage, OAuthNotStartedPage } from "../pages/ErrorPages.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof oauthCallback>, SignInPages> = {
  ErrorPage: HandlerErrorPage,
  NotOpened: NotOpenedPage,
  OAuthFailed: OAuthFailedPage,
  OAuthNotStarted: OAuthNotStartedPage
}

/**
 * Completes a sign-in with a provider, and redirects to the page where it started or to `afterSignIn`.
 *
 * **Example** (The callback page)
 *
 * ```tsx
 * import { OAuthCallback } from "latchkey/react"
 *
 * export const Callback = () => <OAuthCallback />
 * ```
 */
export const OAuthCallback = (props: SignInProps): ReactNode => (
  <Flow {...props} open={oauthCallback} own="oauthCallback" pages={pages} loadPages={loadSignInPages} />
)
