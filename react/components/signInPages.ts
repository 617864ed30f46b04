/**
 * The pages that every sign-in can lead to.
 *
 * @since 0.1.0
 */
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import { MfaPage } from "../pages/MfaPages.tsx"
import { AccountRestrictedPage, EmailNotVerifiedPage } from "../pages/OnboardingPages.tsx"
import { AlreadySignedInPage, SignedInPage, SignedOutPage, SignInRequiredPage } from "../pages/SessionPages.tsx"

/** The pages that every sign-in can lead to, after its first factor. */
export const signedInPages = {
  AccountRestricted: AccountRestrictedPage,
  AlreadySignedIn: AlreadySignedInPage,
  EmailNotVerified: EmailNotVerifiedPage,
  Mfa: MfaPage,
  NotOpened: NotOpenedPage,
  SignedIn: SignedInPage,
  SignedOut: SignedOutPage,
  SignInRequired: SignInRequiredPage
}
