/**
 * The pages that tell who is signed in, and lead on.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { Frame, Go, Ways } from "./Frame.tsx"
import { nameOf } from "./nameOf.ts"
import type { PageProps } from "./PageProps.ts"

/** Somebody has signed in. */
export const SignedInPage = ({ texts: { signedIn } }: PageProps<"SignedIn">): ReactNode => (
  <Frame name="signed-in" title={signedIn.title}>
    <p>{signedIn.text}</p>
  </Frame>
)

/** Somebody is signed in already. */
export const AlreadySignedInPage = ({ page, texts: { alreadySignedIn } }: PageProps<"AlreadySignedIn">): ReactNode => (
  <Frame name="already-signed-in" title={alreadySignedIn.title}>
    <p>{alreadySignedIn.text(nameOf(page.user))}</p>
    <Ways>
      <Go name="go-on" step={page.goOn} text={alreadySignedIn.goOn} />
      <Go name="sign-out" step={page.signOut} text={alreadySignedIn.signOut} />
    </Ways>
  </Frame>
)

/** Somebody has to sign in first. */
export const SignInRequiredPage = ({ page, texts: { signInRequired } }: PageProps<"SignInRequired">): ReactNode => (
  <Frame name="sign-in-required" title={signInRequired.title}>
    <p>{signInRequired.text(page.page)}</p>
    <Ways>
      <Go name="to-sign-in" step={page.signIn} text={signInRequired.signIn} />
      <Go name="to-sign-up" step={page.signUp} text={signInRequired.signUp} />
    </Ways>
  </Frame>
)

/** Nobody is signed in any more. */
export const SignedOutPage = ({ page, texts: { signedOut } }: PageProps<"SignedOut">): ReactNode => (
  <Frame name="signed-out" title={signedOut.title}>
    <p>{signedOut.text}</p>
    {page.notTold !== undefined && <p data-latchkey="not-told">{signedOut.notTold}</p>}
  </Frame>
)
