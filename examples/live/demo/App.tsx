/** The app of the demo. */
import {
  AccountSettings,
  HandlerPage,
  SignIn,
  SignOutButton,
  UserButton,
  useSession,
  useUserState
} from "latchkey/react"
import { type ReactElement, useEffect, useRef } from "react"
import type { AccountLoad, Demo, DemoState } from "./Demo.ts"
import { demoApp } from "./demoApp.ts"

interface AppProps {
  readonly demo: Demo
  readonly state: DemoState
}

export const App = ({ demo, state }: AppProps): ReactElement | null => {
  const session = useSession()
  const { pathname } = new URL(state.url)
  if (state.provider !== undefined) return <Provider demo={demo} />
  // An email's link, and the pages that the card links to.
  if (pathname.startsWith("/handler/")) return <HandlerPage url={state.url} documentTitle={false} />
  if (session._tag === "SignedIn") return <SignedInApp demo={demo} state={state} />
  if (session._tag === "Loading") return null
  return <SignIn />
}

/** The page of an OAuth provider, which the emulator has too. */
const Provider = ({ demo }: { readonly demo: Demo }): ReactElement => (
  <section className="demo-provider" aria-label="OAuth provider">
    <h1>GitHub, emulated</h1>
    <p>Acme asks for your name and your email address.</p>
    <button
      type="button"
      className="demo-primary"
      onClick={() =>
        void demo.approve()}
    >
      Continue as Grace Hopper
    </button>
    <button
      type="button"
      onClick={() =>
        void demo.deny()}
    >
      Cancel
    </button>
  </section>
)

const SignedInApp = ({ demo, state }: AppProps): ReactElement => {
  const user = useUserState()
  const isSettings = new URL(state.url).pathname === "/account"
  const app = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the form, the greeting can be above the window of a phone.
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
    app.current?.scrollIntoView({ block: "nearest", behavior: isStill ? "instant" : "smooth" })
    return demo.clearAccount
  }, [demo])
  const name = user._tag === "Ready" ? user.value?.displayName ?? user.value?.primaryEmail : undefined
  return (
    <div ref={app} className="demo-app">
      <header>
        <strong>{demoApp.name}</strong>
        {isSettings && <button type="button" onClick={() => demo.open("/")}>Back to the app</button>}
        <UserButton hideTeams />
      </header>
      {isSettings ? <AccountSettings /> : (
        <section className="demo-home" aria-label="Home">
          <h1>{name === undefined ? "Welcome!" : `Welcome, ${name}!`}</h1>
          <p>
            Press <strong>Offline</strong> or <strong>8 hours later</strong>, then{" "}
            <strong>Load the account</strong>. You stay signed in.
          </p>
          <LoadButton demo={demo} account={state.account} />
          <div className="demo-actions">
            <a
              href="/account"
              onClick={(event) => {
                event.preventDefault()
                demo.open("/account")
              }}
            >
              Account settings
            </a>
            <SignOutButton variant="ghost" />
          </div>
        </section>
      )}
    </div>
  )
}

interface LoadButtonProps {
  readonly demo: Demo
  readonly account: AccountLoad
}

/** Loads the account, and shows the result. */
const LoadButton = ({ account: { isError, isPending, message }, demo }: LoadButtonProps): ReactElement => (
  <>
    <button
      type="button"
      className="demo-primary"
      aria-busy={isPending}
      disabled={isPending}
      onClick={() => void demo.load()}
    >
      {isPending ? "Loading…" : "Load the account"}
    </button>
    <p className="demo-result" role="status" data-error={isError}>{message}</p>
  </>
)
