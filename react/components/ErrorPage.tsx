/** The component for the errors of sign-ins with a provider. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { error } from "../../src/pages/ErrorPage.ts"
import { HandlerErrorPage, NotOpenedPage } from "../pages/ErrorPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf } from "./Flow.tsx"

const pages: PagesOf<Effect.Success<typeof error>> = { ErrorPage: HandlerErrorPage, NotOpened: NotOpenedPage }

/**
 * Explains why a sign-in with a provider failed, by the code that the service adds to the URL.
 *
 * **Example** (The error page)
 *
 * ```tsx
 * import { ErrorPage } from "latchkey/react"
 *
 * export const SignInError = () => <ErrorPage />
 * ```
 */
export const ErrorPage = (props: EmbeddedProps): ReactNode => <Flow {...props} open={error} own="error" pages={pages} />
