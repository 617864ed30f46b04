/**
 * The pages about the current session.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { displayNameOf } from "./displayNameOf.ts"
import type { PageProps } from "./PageProps.ts"

/** The user is signed in. */
export const SignedInPage = ({ texts: { signedIn } }: PageProps<"SignedIn">): ReactNode => (
  <Card name="signed-in" title={signedIn.title}>
    <p>{signedIn.text}</p>
  </Card>
)

/** A user is already signed in. */
export const AlreadySignedInPage = ({ page, texts: { alreadySignedIn } }: PageProps<"AlreadySignedIn">): ReactNode => (
  <Card name="already-signed-in" title={alreadySignedIn.title}>
    <p>{alreadySignedIn.text(displayNameOf(page.user))}</p>
    <CardFooter>
      <StepButton name="continue" step={page.proceed} text={alreadySignedIn.proceed} />
      <StepButton name="sign-out" step={page.signOut} text={alreadySignedIn.signOut} />
    </CardFooter>
  </Card>
)

/** The page needs a signed-in user. */
export const SignInRequiredPage = ({ page, texts: { signInRequired } }: PageProps<"SignInRequired">): ReactNode => (
  <Card name="sign-in-required" title={signInRequired.title}>
    <p>{signInRequired.text(page.page)}</p>
    <CardFooter>
      <StepButton name="to-sign-in" step={page.signIn} text={signInRequired.signIn} />
      <StepButton name="to-sign-up" step={page.signUp} text={signInRequired.signUp} />
    </CardFooter>
  </Card>
)

/** The user is signed out. */
export const SignedOutPage = ({ page, texts: { signedOut } }: PageProps<"SignedOut">): ReactNode => (
  <Card name="signed-out" title={signedOut.title}>
    <p>{signedOut.text}</p>
    {page.revocationError !== undefined && <p data-latchkey="not-revoked">{signedOut.revocationError}</p>}
  </Card>
)
