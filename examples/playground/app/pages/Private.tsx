/**
 * A page for signed-in users. Sends visitors to sign-in and restricted users to onboarding. Both return to it
 * afterwards.
 */
import { Navigation } from "latchkey"
import { Restricted, SignedIn, SignInButton, SignUpButton, useAction, useSession, useUserState } from "latchkey/react"
import { type ReactElement, type ReactNode, useState } from "react"
import { ActionButton } from "../ui/ActionButton.tsx"
import { Empty, Page, Skeleton, useTitle } from "../ui/layout.tsx"

interface PrivateProps {
  readonly title: string
  readonly lead: ReactNode
  /** `true` if the content for signed-in users has the title of the page. */
  readonly hasOwnTitle?: boolean
  readonly children: ReactNode
}

export const Private = ({ children, hasOwnTitle = false, lead, title }: PrivateProps): ReactElement => {
  const session = useSession()
  const isKnown = useUserState()._tag !== "Pending"
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  // With a session, access is likely, so the page renders while its parts load, without layout shifts. When another
  // user takes over, it is unmounted, so that no input or data of the previous user remains.
  const pending = session._tag === "SignedIn" && !wasKnown ? children : <Skeleton lines={4} />
  useTitle(title)
  const fallback = <Restricted fallback={<SignInFirst />}>{() => <VerifyFirst />}</Restricted>
  return hasOwnTitle
    ? <SignedIn fallback={<Page title={title} lead={lead}>{fallback}</Page>} pending={pending}>{children}</SignedIn>
    : (
      <Page title={title} lead={lead}>
        <SignedIn fallback={fallback} pending={pending}>{children}</SignedIn>
      </Page>
    )
}

const SignInFirst = (): ReactElement => {
  const isAnonymous = useSession()._tag === "SignedIn"
  return (
    <Empty title={isAnonymous ? "Sign up to continue" : "Sign in to continue"}>
      <p>
        {isAnonymous
          ? "Create an account to see this page. You keep your data and return here afterwards."
          : "You'll return to this page afterwards."}
      </p>
      <div className="row">
        <SignInButton variant={isAnonymous ? "secondary" : "primary"} />
        <SignUpButton variant={isAnonymous ? "primary" : "secondary"} />
      </div>
    </Empty>
  )
}

const VerifyFirst = (): ReactElement => {
  const continueSetup = useAction(() => Navigation.redirectTo("onboarding"))
  return (
    <Empty title="One more step">
      <p>Finish setting up your account to see this page. You'll return here afterwards.</p>
      <div className="row">
        <ActionButton action={continueSetup} kind="primary">Continue</ActionButton>
      </div>
    </Empty>
  )
}
