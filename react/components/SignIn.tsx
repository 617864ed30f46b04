/** The sign-in component. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { signIn } from "../../src/pages/SignIn.ts"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { SignInPage } from "../pages/SignInPage.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const pages: PagesOf<Effect.Success<typeof signIn>, SignInPages> = { NotOpened: NotOpenedPage, SignIn: SignInPage }

/**
 * Signs in with the methods that the project has enabled: providers, password, magic link and passkey. Email codes, the
 * second factor and the verification of the email follow in place. Then redirects to `afterSignIn`.
 *
 * **Example** (A sign-in page)
 *
 * ```tsx
 * import { SignIn } from "latchkey/react"
 *
 * export const Login = () => (
 *   <main>
 *     <SignIn />
 *   </main>
 * )
 * ```
 */
export const SignIn = (props: SignInProps): ReactNode => (
  <Flow {...props} open={signIn} own="signIn" pages={pages} loadPages={loadSignInPages} />
)
