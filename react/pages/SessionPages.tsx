/**
 * The pages about the current session.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { displayNameOf } from "./displayNameOf.ts"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"

/** The user is signed in. */
export const SignedInPage = ({ texts: { signedIn } }: PageProps<"SignedIn">): ReactNode => (
  <PageLayout name="signed-in" title={signedIn.title}>
    <p>{signedIn.text}</p>
  </PageLayout>
)

/** A user is already signed in. */
export const AlreadySignedInPage = ({ page, texts: { alreadySignedIn } }: PageProps<"AlreadySignedIn">): ReactNode => (
  <PageLayout name="already-signed-in" title={alreadySignedIn.title}>
    <p>{alreadySignedIn.text(displayNameOf(page.user))}</p>
    <PageActions>
      <StepButton name="continue" step={page.proceed} text={alreadySignedIn.proceed} />
      <StepButton name="sign-out" step={page.signOut} text={alreadySignedIn.signOut} />
    </PageActions>
  </PageLayout>
)

/** The page needs a signed-in user. */
export const SignInRequiredPage = ({ page, texts: { signInRequired } }: PageProps<"SignInRequired">): ReactNode => (
  <PageLayout name="sign-in-required" title={signInRequired.title}>
    <p>{signInRequired.text(page.page)}</p>
    <PageActions>
      <StepButton name="to-sign-in" step={page.signIn} text={signInRequired.signIn} />
      <StepButton name="to-sign-up" step={page.signUp} text={signInRequired.signUp} />
    </PageActions>
  </PageLayout>
)

/** The user is signed out. */
export const SignedOutPage = ({ page, texts: { signedOut } }: PageProps<"SignedOut">): ReactNode => (
  <PageLayout name="signed-out" title={signedOut.title}>
    <p>{signedOut.text}</p>
    {page.revocationError !== undefined && <p data-latchkey="not-revoked">{signedOut.revocationError}</p>}
  </PageLayout>
)
