/** The component after a sign-in email was sent. */
import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import { type CodeSent, restoreCodeSent } from "../../src/pages/CodeSent.ts"
import { signIn } from "../../src/pages/SignIn.ts"
import type { Client } from "../../src/session/Client.ts"
import { CodeSentPage } from "../pages/CodeSentPage.tsx"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { SignInPage } from "../pages/SignInPage.tsx"
import { Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { loadSignInPages, type SignInPages } from "./loadSignInPages.ts"

const open: Effect.Effect<CodeSent | Effect.Success<typeof signIn>, Effect.Error<typeof signIn>, Client | Navigation> =
  /*#__PURE__*/ Effect.flatMap(
    restoreCodeSent,
    (sent): typeof open => sent === undefined ? signIn : Effect.succeed(sent)
  )

const pages: PagesOf<Effect.Success<typeof open>, SignInPages> = {
  CodeSent: CodeSentPage,
  NotOpened: NotOpenedPage,
  SignIn: SignInPage
}

/**
 * Takes the six characters of the sign-in email that `EmailCode.keep` has stored, also after a reload. Resends the email after
 * a countdown. Without such an email, it is the same as `SignIn`, which shows this form itself.
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
  <Flow {...props} open={open} own="signIn" pages={pages} loadPages={loadSignInPages} />
)
