/** The sign-up component. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { signUp } from "../../src/pages/SignUp.ts"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { SignUpClosedPage, SignUpPage } from "../pages/SignUpPages.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof signUp>, SignInPages> = {
  NotOpened: NotOpenedPage,
  SignUp: SignUpPage,
  SignUpClosed: SignUpClosedPage
}

/**
 * Creates an account with the methods that the project has enabled. The verification of the email follows in place. Then
 * redirects to `afterSignUp`. Shows a notice if the project is closed to new users.
 *
 * **Example** (A sign-up page)
 *
 * ```tsx
 * import { SignUp } from "latchkey/react"
 *
 * export const Register = () => <SignUp />
 * ```
 */
export const SignUp = (props: SignInProps): ReactNode => (
  <Flow {...props} open={signUp} own="signUp" pages={pages} loadPages={loadSignInPages} />
)
