/** The components for the pages that sign in and up. The first page loads while it opens, and the others after it is shown. */
import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import { type CodeSent, restoreCodeSent } from "../../src/pages/CodeSent.ts"
import { type Mfa, restoreMfa } from "../../src/pages/finishSignIn.ts"
import { forgotPassword } from "../../src/pages/ForgotPassword.ts"
import { mfa } from "../../src/pages/Mfa.ts"
import { signIn } from "../../src/pages/SignIn.ts"
import { signUp } from "../../src/pages/SignUp.ts"
import type { Client } from "../../src/session/Client.ts"
import { CodeSentPage, MfaExpiredPage, MfaPage } from "../pages/CodePages.tsx"
import type { ShownPage } from "../pages/ShownPage.ts"
import { type EmbeddedProps, Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import {
  type LaterSignInPages,
  loadForgotPasswordForm,
  loadSignInForm,
  loadSignInPages,
  loadSignUpForm
} from "./loadSignInPages.ts"

/** Opens a page. If it is a form, but a sign-in waited for its second factor before a reload, opens that one. */
const openOrMfa = <A extends ShownPage, E, R>(
  open: Effect.Effect<A, E, R>
): Effect.Effect<A | Mfa, E, R | Client> =>
  Effect.flatMap(open, (page) =>
    page._tag === "SignIn" || page._tag === "SignUp"
      ? Effect.map(restoreMfa, (waiting) => waiting ?? page)
      : Effect.succeed(page))

const openSignIn = /*#__PURE__*/ openOrMfa(signIn)

const openSignUp = /*#__PURE__*/ openOrMfa(signUp)

/** The pages of a component that all load on demand. `satisfies` proves that each one does. */
const noPages = {}

/** The components that a function loads. */
type Loaded<Load extends () => Promise<unknown>> = Awaited<ReturnType<Load>>

/**
 * Signs in with the methods that the project has enabled: providers, password, magic link and passkey. Email codes, the
 * second factor and the email verification follow in place. Then redirects to `afterSignIn`.
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
  <Flow
    {...props}
    open={openSignIn}
    own="signIn"
    pages={noPages satisfies PagesOf<
      Effect.Success<typeof openSignIn>,
      LaterSignInPages & Loaded<typeof loadSignInForm>
    >}
    loadForms={loadSignInForm}
    loadPages={loadSignInPages}
  />
)

/**
 * Creates an account with the methods that the project has enabled. The email verification follows in place. Then
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
  <Flow
    {...props}
    open={openSignUp}
    own="signUp"
    pages={noPages satisfies PagesOf<
      Effect.Success<typeof openSignUp>,
      LaterSignInPages & Loaded<typeof loadSignUpForm>
    >}
    loadForms={loadSignUpForm}
    loadPages={loadSignInPages}
  />
)

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
  <Flow
    {...props}
    open={forgotPassword}
    own="forgotPassword"
    pages={noPages satisfies PagesOf<Effect.Success<typeof forgotPassword>, Loaded<typeof loadForgotPasswordForm>>}
    loadForms={loadForgotPasswordForm}
  />
)

const openCodeSent: Effect.Effect<
  CodeSent | Effect.Success<typeof openSignIn>,
  Effect.Error<typeof openSignIn>,
  Client | Navigation
> = /*#__PURE__*/ Effect.flatMap(
  restoreCodeSent,
  (sent): typeof openCodeSent => sent === undefined ? openSignIn : Effect.succeed(sent)
)

const magicLinkSentPages: PagesOf<
  Effect.Success<typeof openCodeSent>,
  LaterSignInPages & Loaded<typeof loadSignInForm>
> = {
  CodeSent: CodeSentPage
}

/**
 * Takes the six characters from the sign-in email that `EmailCode.keep` has stored, also after a reload. Resends the
 * email after a countdown. Without such an email, it is the same as `SignIn`, which shows this form itself.
 *
 * **Example** (A page after sending an email)
 *
 * ```tsx
 * import { MagicLinkSent } from "latchkey/react"
 *
 * export const CheckEmail = () => <MagicLinkSent />
 * ```
 */
export const MagicLinkSent = (props: SignInProps): ReactNode => (
  <Flow
    {...props}
    open={openCodeSent}
    own="signIn"
    pages={magicLinkSentPages}
    loadForms={loadSignInForm}
    loadPages={loadSignInPages}
  />
)

/** The page components for `MfaForm`. */
export const mfaPages: PagesOf<Effect.Success<typeof mfa>, LaterSignInPages> = {
  Mfa: MfaPage,
  MfaExpired: MfaExpiredPage
}

/**
 * Completes a sign-in that waits for an authenticator app's code, also after a reload. `SignIn` shows this form itself.
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
  <Flow {...props} open={mfa} own="mfa" pages={mfaPages} loadPages={loadSignInPages} />
)
