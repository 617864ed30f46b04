/** The components for the pages that the links in emails, providers and command lines open. */
import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { cliAuthConfirm } from "../../src/pages/CliAuthConfirm.ts"
import { emailVerification } from "../../src/pages/EmailVerification.ts"
import { error } from "../../src/pages/ErrorPage.ts"
import { magicLinkCallback } from "../../src/pages/MagicLinkCallback.ts"
import { oauthCallback } from "../../src/pages/OAuthCallback.ts"
import { passwordReset } from "../../src/pages/PasswordReset.ts"
import { teamInvitation } from "../../src/pages/TeamInvitation.ts"
import { HandlerErrorPage, OAuthFailedPage, OAuthNotStartedPage } from "../pages/ErrorPages.tsx"
import {
  CliAuthConfirmPage,
  CliConfirmedPage,
  CliRefusedPage,
  CodeRefusedPage,
  EmailVerificationPage,
  EmailVerifiedPage,
  InvitationForOtherEmailPage,
  MagicLinkCallbackPage,
  TeamInvitationPage,
  TeamJoinedPage
} from "../pages/LinkPages.tsx"
import { PasswordChangedPage, PasswordResetPage } from "../pages/PasswordPages.tsx"
import { type EmbeddedProps, Flow, type PagesOf, type SignInProps } from "./Flow.tsx"
import { type LaterSignInPages, loadSignInPages } from "./loadSignInPages.ts"

/** The page components for `OAuthCallback`. */
export const oauthCallbackPages: PagesOf<Effect.Success<typeof oauthCallback>, LaterSignInPages> = {
  ErrorPage: HandlerErrorPage,
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
  <Flow {...props} open={oauthCallback} own="oauthCallback" pages={oauthCallbackPages} loadPages={loadSignInPages} />
)

const errorPages: PagesOf<Effect.Success<typeof error>> = { ErrorPage: HandlerErrorPage }

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
export const ErrorPage = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={error} own="error" pages={errorPages} />
)

/** The page components for `MagicLinkCallback`. */
export const magicLinkCallbackPages: PagesOf<Effect.Success<typeof magicLinkCallback>, LaterSignInPages> = {
  CodeRefused: CodeRefusedPage,
  MagicLinkCallback: MagicLinkCallbackPage
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
  <Flow
    {...props}
    open={magicLinkCallback}
    own="magicLinkCallback"
    pages={magicLinkCallbackPages}
    loadPages={loadSignInPages}
  />
)

/** The page components for `EmailVerification`. */
export const emailVerificationPages: PagesOf<Effect.Success<typeof emailVerification>> = {
  CodeRefused: CodeRefusedPage,
  EmailVerification: EmailVerificationPage,
  EmailVerified: EmailVerifiedPage
}

/**
 * Verifies an email address with the code in the URL.
 *
 * **Example** (The page of a verification link)
 *
 * ```tsx
 * import { EmailVerification } from "latchkey/react"
 *
 * export const VerifyEmail = () => <EmailVerification />
 * ```
 */
export const EmailVerification = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={emailVerification} own="emailVerification" pages={emailVerificationPages} />
)

/** The page components for `PasswordReset`. */
export const passwordResetPages: PagesOf<Effect.Success<typeof passwordReset>> = {
  CodeRefused: CodeRefusedPage,
  PasswordChanged: PasswordChangedPage,
  PasswordReset: PasswordResetPage
}

/**
 * Sets a new password with the code in the URL, and redirects to the sign-in page.
 *
 * **Example** (The page of a reset link)
 *
 * ```tsx
 * import { PasswordReset } from "latchkey/react"
 *
 * export const Reset = () => <PasswordReset />
 * ```
 */
export const PasswordReset = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={passwordReset} own="passwordReset" pages={passwordResetPages} />
)

/** The page components for `TeamInvitation`. */
export const teamInvitationPages: PagesOf<Effect.Success<typeof teamInvitation>, LaterSignInPages> = {
  CodeRefused: CodeRefusedPage,
  InvitationForOtherEmail: InvitationForOtherEmailPage,
  TeamInvitation: TeamInvitationPage,
  TeamJoined: TeamJoinedPage
}

/**
 * Accepts a team invitation with the code in the URL. Redirects a signed-out visitor to the sign-in page and back.
 *
 * **Example** (The page of an invitation link)
 *
 * ```tsx
 * import { TeamInvitation } from "latchkey/react"
 *
 * export const Join = () => <TeamInvitation />
 * ```
 */
export const TeamInvitation = (props: EmbeddedProps): ReactNode => (
  <Flow {...props} open={teamInvitation} own="teamInvitation" pages={teamInvitationPages} loadPages={loadSignInPages} />
)

/** The page components for `CliConfirmation`. */
export const cliAuthConfirmPages: PagesOf<Effect.Success<typeof cliAuthConfirm>, LaterSignInPages> = {
  CliAuthConfirm: CliAuthConfirmPage,
  CliConfirmed: CliConfirmedPage,
  CliRefused: CliRefusedPage
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
  <Flow
    {...props}
    open={cliAuthConfirm}
    own="cliAuthConfirm"
    pages={cliAuthConfirmPages}
    loadPages={loadSignInPages}
  />
)
