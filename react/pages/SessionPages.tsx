import type { ReactNode } from "react"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardLink } from "../kit/Card.tsx"
import { alreadySignedIn, signedIn, signedOut, signInRequired } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import { displayNameOf } from "./displayNameOf.ts"
import type { ShownProps } from "./PageProps.ts"

/** The user is signed in. */
export const SignedInPage = (): ReactNode => {
  const texts = useTexts("signedIn", signedIn)
  return <Card name="signed-in" tone="success" title={texts.title} text={texts.text} />
}

/** A user is already signed in. */
export const AlreadySignedInPage = ({ page }: ShownProps<"AlreadySignedIn">): ReactNode => {
  const texts = useTexts("alreadySignedIn", alreadySignedIn)
  return (
    <Card name="already-signed-in" title={texts.title} text={texts.text(displayNameOf(page.user))}>
      <StepButton name="continue" variant="primary" step={page.proceed} text={texts.proceed} />
      <CardLink name="sign-out" step={page.signOut} text={texts.signOut} />
    </Card>
  )
}

/** The page needs a signed-in user. */
export const SignInRequiredPage = ({ page }: ShownProps<"SignInRequired">): ReactNode => {
  const texts = useTexts("signInRequired", signInRequired)
  return (
    <Card name="sign-in-required" title={texts.title} text={texts.text(page.page)}>
      <StepButton name="to-sign-in" variant="primary" step={page.signIn} text={texts.signIn} />
      <StepButton name="to-sign-up" step={page.signUp} text={texts.signUp} />
    </Card>
  )
}

/** The user is signed out. */
export const SignedOutPage = ({ page }: ShownProps<"SignedOut">): ReactNode => {
  const texts = useTexts("signedOut", signedOut)
  return (
    <Card name="signed-out" tone="success" title={texts.title} text={texts.text}>
      {page.revocationError !== undefined && <p data-latchkey="not-revoked warning">{texts.revocationError}</p>}
    </Card>
  )
}
