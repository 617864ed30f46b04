/**
 * The pages behind emails, providers and redirects, on one route of an app. They are headless: the app renders
 * them.
 *
 * `match` returns a URL's page. `open` runs the page of the current URL up to the first point where the user has to
 * act. It returns a tagged value whose fields are the possible next steps, as effects.
 *
 * **Example** (One route)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { HandlerPages } from "latchkey"
 *
 * const title = Effect.map(HandlerPages.open, (page) => {
 *   switch (page._tag) {
 *     case "MagicLinkCallback":
 *       return "Sign in?"
 *     case "TeamInvitation":
 *       return `Join ${page.team.teamDisplayName}?`
 *     case "CodeRefused":
 *       return page.error._tag === "VerificationCodeExpired" ? "This link has expired" : "This link doesn't work"
 *     default:
 *       return "Account"
 *   }
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { Client } from "../session/ClientService.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import { accountSettings } from "./AccountSettings.ts"
import type { AgentConsentGiven } from "./AgentConsent.ts"
import { cliAuthConfirm, type CliConfirmed } from "./CliAuthConfirm.ts"
import type { CodeSent } from "./CodeSent.ts"
import { emailVerification, type EmailVerified } from "./EmailVerification.ts"
import { error } from "./ErrorPage.ts"
import type { Mfa, SignedIn } from "./finishSignIn.ts"
import { forgotPassword } from "./ForgotPassword.ts"
import { agentConsent } from "./loadAgentConsent.ts"
import { magicLinkCallback } from "./MagicLinkCallback.ts"
import { type Match, match } from "./match.ts"
import { mfa } from "./Mfa.ts"
import { oauthCallback } from "./OAuthCallback.ts"
import { onboarding } from "./Onboarding.ts"
import { type PasswordChanged, passwordReset } from "./PasswordReset.ts"
import { goTo } from "./redirects.ts"
import { signIn } from "./SignIn.ts"
import { signOut } from "./SignOut.ts"
import { signUp } from "./SignUp.ts"
import { teamInvitation, type TeamJoined } from "./TeamInvitation.ts"
import { teamSettings } from "./TeamSettings.ts"

/**
 * The URL is not a page's URL.
 *
 * @category pages
 */
export interface NotFound {
  readonly _tag: "NotFound"
  readonly goHome: Effect.Effect<void, never, Navigation>
}

const notFound: NotFound = { _tag: "NotFound", goHome: /*#__PURE__*/ goTo("home") }

const pages = {
  signIn,
  signUp,
  signOut,
  emailVerification,
  passwordReset,
  forgotPassword,
  magicLinkCallback,
  accountSettings,
  teamSettings,
  teamInvitation,
  cliAuthConfirm,
  agentConsent,
  error,
  mfa,
  oauthCallback,
  onboarding,
  notFound: /*#__PURE__*/ Effect.succeed(notFound)
}

/**
 * The results from `open`.
 *
 * @category pages
 */
export type OpenedPage = Effect.Success<(typeof pages)[Match["page"]]>

/**
 * All pages that an app may have to show on its route: the results from `open`, and the results of their steps.
 *
 * @category pages
 */
export type AnyPage =
  | OpenedPage
  | SignedIn
  | Mfa
  | EmailVerified
  | PasswordChanged
  | TeamJoined
  | CliConfirmed
  | AgentConsentGiven
  | CodeSent

/**
 * Opens the current URL's page.
 *
 * No code is used up before the user acts. A page may therefore be opened twice, such as by an email program that follows
 * links or by React's strict mode.
 */
export const open: Effect.Effect<
  OpenedPage,
  ProjectNotFound | RedirectUrlNotTrusted | ApiError,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "HandlerPages.open",
  /*#__PURE__*/ Effect.flatMap(Navigation, ({ page, urls }) =>
    Effect.flatMap(page.url, (here): Effect.Effect<
      OpenedPage,
      ProjectNotFound | RedirectUrlNotTrusted | ApiError,
      Client | Navigation | Cookies
    > => pages[match(here, urls).page]))
)

export { type AccountSettings, accountSettings } from "./AccountSettings.ts"

export type {
  AgentClient,
  AgentConsent,
  AgentConsentGiven,
  AgentConsentRefused,
  AgentDecisionError,
  AgentScope
} from "./AgentConsent.ts"

export { agentConsent } from "./loadAgentConsent.ts"

export { AgentServer } from "./AgentServer.ts"

export type { AlreadySignedIn } from "./AlreadySignedIn.ts"

export { type CliAuthConfirm, cliAuthConfirm, type CliConfirmed, type CliRefused } from "./CliAuthConfirm.ts"

export type { CodeRefused, EmailLinkPage } from "./CodeRefused.ts"

export type { CodeSent } from "./CodeSent.ts"

export { type EmailVerification, emailVerification, type EmailVerified } from "./EmailVerification.ts"

export { error, type ErrorPage } from "./ErrorPage.ts"

export { type MagicLinkCallback, magicLinkCallback } from "./MagicLinkCallback.ts"

export { type Match, match } from "./match.ts"

export { mfa, type MfaExpired } from "./Mfa.ts"

export { oauthCallback, type OAuthFailed, type OAuthNotStarted } from "./OAuthCallback.ts"

export {
  type AccountRestricted,
  type EmailNotVerified,
  onboarding,
  type OnboardingResult,
  type ResendError
} from "./Onboarding.ts"

export { type ForgotPassword, forgotPassword } from "./ForgotPassword.ts"

export { type PasswordChanged, type PasswordReset, passwordReset } from "./PasswordReset.ts"

export type { Provider } from "./Provider.ts"

export type { Mfa, SignedIn } from "./finishSignIn.ts"

export type { SignInMethod } from "./lastMethod.ts"

export { type SignIn, signIn } from "./SignIn.ts"

export { type SignUp, signUp, type SignUpClosed } from "./SignUp.ts"

export {
  completeReverification,
  type Reverified,
  type Reverify,
  reverify,
  type ReverifyCodeSent,
  type ReverifyProvider,
  type ReverifySecondFactor,
  type ReverifyStep
} from "./Reverify.ts"

export type { PrivatePage, SignInRequired } from "./SignInRequired.ts"

export { type SignedOut, signOut } from "./SignOut.ts"

export { type InvitationForOtherEmail, type TeamInvitation, teamInvitation, type TeamJoined } from "./TeamInvitation.ts"

export { type TeamSettings, teamSettings } from "./TeamSettings.ts"
