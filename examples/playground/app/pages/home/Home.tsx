/** The home page: the current user, or an introduction. */
import { useSession } from "latchkey/react"
import type { ReactElement } from "react"
import { Skeleton, useTitle } from "../../ui/layout.tsx"
import { Welcome } from "./Welcome.tsx"
import { You } from "./You.tsx"

export const Home = (): ReactElement => {
  const session = useSession()
  useTitle()
  return (
    <div className="page">
      {session._tag === "Loading" && <Skeleton lines={3} />}
      {session._tag === "SignedOut" && <Welcome />}
      {session._tag === "SignedIn" && <You />}
      <p className="quiet">
        Open the developer tools in the corner to see the session, its tokens, and every request.
      </p>
    </div>
  )
}
