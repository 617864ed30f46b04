/** An app with the components, which the server and the browser render alike. */
import {
  AccountSettings,
  HandlerPage,
  PasskeySettings,
  SignedIn,
  SignedOut,
  SignInButton,
  UserButton,
  useUserState
} from "latchkey/react"
import { type ReactNode, StrictMode } from "react"

const Name = () => {
  const state = useUserState()
  return state._tag === "Ready" && state.value != null ? <p>Hello, {state.value.primaryEmail}</p> : <p>Nobody</p>
}

const Home = () => (
  <main>
    <Name />
    <SignedIn>
      <UserButton />
    </SignedIn>
    <SignedOut>
      <SignInButton />
    </SignedOut>
  </main>
)

const Content = ({ path }: { readonly path: string }) => {
  if (path.startsWith("/handler/")) return <HandlerPage />
  switch (path) {
    case "/settings":
      return <AccountSettings />
    case "/passkeys":
      return <PasskeySettings />
    default:
      return <Home />
  }
}

interface PageProps {
  readonly path: string
  readonly devTools?: ReactNode
  readonly children: (content: ReactNode) => ReactNode
}

/** The page of a path, within the provider of the server or the browser. */
export const Page = ({ children, devTools, path }: PageProps) => (
  <StrictMode>
    {children(
      <>
        <Content path={path} />
        {devTools}
      </>
    )}
  </StrictMode>
)
