/** The introduction and the sign-in options, for signed-out visitors. */
import { Anonymous } from "latchkey"
import { SignInButton, SignUpButton, useAction, UserAvatar } from "latchkey/react"
import type { ReactElement } from "react"
import { people } from "../../../contract.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"

export const Welcome = (): ReactElement => {
  const anonymous = useAction(() => Anonymous.signUp)
  return (
    <div className="hero">
      <div>
        <h1 tabIndex={-1}>
          Every way to sign in, <br />
          and what happens next.
        </h1>
        <p className="lead">
          This is Latchkey in a real app. Sign up, create a team, turn on two-factor authentication, then cut the
          network and watch the session survive.
        </p>
        <div className="row">
          <SignUpButton variant="primary" />
          <SignInButton />
          <ActionButton action={anonymous} kind="plain">Continue as a guest</ActionButton>
        </div>
      </div>
      <section aria-labelledby="people">
        <h2 id="people">Demo accounts</h2>
        <ul className="items">
          {people.map(({ displayName, email, password }) => (
            <li key={email} className="item">
              <UserAvatar user={{ displayName }} />
              <div className="text">
                <p className="title">{displayName}</p>
                <p className="small break">{email}</p>
                <p className="small quiet">
                  Password: <code>{password}</code>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
