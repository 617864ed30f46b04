/** A page for signed-in users. Leads visitors to the ways in, restricted users to onboarding, and both back afterwards. */
import { Navigation } from "latchkey"
import { Restricted, SignedIn, useAction, useSession, useUserState } from "latchkey/react"
import { type ReactElement, type ReactNode, useState } from "react"
import { ActionButton } from "../ui/ActionButton.tsx"
import { Empty, Page, Skeleton } from "../ui/layout.tsx"

interface PrivateProps {
  readonly title: string
  readonly lead: ReactNode
  readonly children: ReactNode
}

export const Private = ({ children, lead, title }: PrivateProps): ReactElement => {
  const session = useSession()
  const isKnown = useUserState()._tag !== "Pending"
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  // Where there is a session, the page is most likely allowed: its parts wait each for itself, and nothing jumps. But when
  // another user takes over, nothing stays of what one has typed or been shown.
  const pending = session._tag === "SignedIn" && !wasKnown ? children : <Skeleton lines={4} />
  return (
    <Page title={title} lead={lead}>
      <SignedIn
        fallback={<Restricted fallback={<SignInFirst />}>{() => <VerifyFirst />}</Restricted>}
        pending={pending}
      >
        {children}
      </SignedIn>
    </Page>
  )
}

const SignInFirst = (): ReactElement => {
  const isAnonymous = useSession()._tag === "SignedIn"
  const signIn = useAction(() => Navigation.redirectTo("signIn"))
  const signUp = useAction(() => Navigation.redirectTo("signUp"))
  return (
    <Empty title={isAnonymous ? "You have no account yet" : "You are signed out"}>
      <p>
        {isAnonymous
          ? "Sign up to see this page. You stay the same user, and you will come back here."
          : "Sign in to see this page. You will come back here."}
      </p>
      <div className="row">
        <ActionButton action={signIn} kind={isAnonymous ? "" : "primary"}>Sign in</ActionButton>
        <ActionButton action={signUp} kind={isAnonymous ? "primary" : ""}>Sign up</ActionButton>
      </div>
    </Empty>
  )
}

const VerifyFirst = (): ReactElement => {
  const proceed = useAction(() => Navigation.redirectTo("onboarding"))
  return (
    <Empty title="One more step">
      <p>Finish setting up your account to see this page. You will come back here.</p>
      <div className="row">
        <ActionButton action={proceed} kind="primary">Continue</ActionButton>
      </div>
    </Empty>
  )
}
