/** The hints of the live demo: credentials for the form, and explanations of what it shows. */
import type { ReactElement } from "react"
import type { DemoState } from "./Demo.ts"
import { demoApp } from "./demoApp.ts"
import { fillIn, useFillableForm } from "./fillIn.ts"
import { type Credentials, FillHint, Hint } from "./Hint.tsx"

interface HintsProps {
  readonly state: DemoState
  readonly isSignedIn: boolean
}

/** Returns the credentials for a new account. Their email is not in use. */
const newCredentials = (signUps: number): Credentials => ({
  ...demoApp.newUser,
  email: signUps === 0 ? demoApp.newUser.email : demoApp.newUser.email.replace("@", `${signUps + 1}@`)
})

export const Hints = ({ isSignedIn, state: { network, provider, signUps, url } }: HintsProps): ReactElement => {
  const form = useFillableForm()
  const isDown = network === "offline" || network === "503"
  const isMagicLink = provider === undefined && !isSignedIn &&
    new URL(url).pathname.endsWith("/magic-link-callback")
  const credentials = form === "sign-up" ? newCredentials(signUps) : demoApp.user
  return (
    <>
      {isDown && (
        <Hint>
          {isSignedIn
            ? "Failures are expected now. You stay signed in, and Online loads the account again."
            : "Failures are expected now. Press Online, then try again."}
        </Hint>
      )}
      {network === "flaky" && <Hint>The next two requests get lost. The client sends them again.</Hint>}
      {isMagicLink && (
        <Hint>Email scanners open links, too. So the link does not sign in until you press the button.</Hint>
      )}
      {form !== undefined && (
        <FillHint
          credentials={credentials}
          isNew={form === "sign-up"}
          onFill={() => fillIn(form, credentials)}
        />
      )}
    </>
  )
}
