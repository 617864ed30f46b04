/** The introduction and the sign-in options, for signed-out visitors. */
import { Anonymous, Navigation } from "latchkey"
import { useAction } from "latchkey/react"
import type { ReactElement } from "react"
import { people } from "../../../contract.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Avatar } from "../../ui/layout.tsx"

export const Welcome = (): ReactElement => {
  const signUp = useAction(() => Navigation.redirectTo("signUp"))
  const signIn = useAction(() => Navigation.redirectTo("signIn"))
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
          <ActionButton action={signUp} kind="primary">Sign up</ActionButton>
          <ActionButton action={signIn}>Sign in</ActionButton>
          <ActionButton action={anonymous} kind="plain">Continue as a guest</ActionButton>
        </div>
      </div>
      <section aria-labelledby="people">
        <h2 id="people">Demo accounts</h2>
        <ul className="items">
          {people.map(({ displayName, email, password }) => (
            <li key={email} className="item">
              <Avatar name={displayName} />
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
