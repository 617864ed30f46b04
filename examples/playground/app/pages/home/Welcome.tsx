/** What the playground is, and the ways in, for those who are not signed in. */
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
          Every way in, <br />
          and what happens after.
        </h1>
        <p className="lead">
          This is Latchkey in a real app: sign up, found a team, turn on a second factor, then pull the plug and watch
          the session keep its nerve.
        </p>
        <div className="row">
          <ActionButton action={signUp} kind="primary">Sign up</ActionButton>
          <ActionButton action={signIn}>Sign in</ActionButton>
          <ActionButton action={anonymous} kind="plain">Go on without an account</ActionButton>
        </div>
      </div>
      <section aria-labelledby="people">
        <h2 id="people">Who is here already</h2>
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
