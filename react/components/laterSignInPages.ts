/** The components for the pages after a sign-in's first page. They load after the first page is shown. */
import { CodeSentPage, MfaPage } from "../pages/CodePages.tsx"
import { AccountRestrictedPage, EmailNotVerifiedPage } from "../pages/OnboardingPages.tsx"
import { AlreadySignedInPage, SignedInPage, SignedOutPage, SignInRequiredPage } from "../pages/SessionPages.tsx"

/** The components by tag. */
export const laterSignInPages = {
  AccountRestricted: AccountRestrictedPage,
  AlreadySignedIn: AlreadySignedInPage,
  CodeSent: CodeSentPage,
  EmailNotVerified: EmailNotVerifiedPage,
  Mfa: MfaPage,
  SignedIn: SignedInPage,
  SignedOut: SignedOutPage,
  SignInRequired: SignInRequiredPage
}
