/** The home page: the current user and the live session. */
import { useSession } from "latchkey/react"
import type { ReactElement } from "react"
import { Skeleton, useTitle } from "../../ui/layout.tsx"
import { SessionCard } from "./SessionCard.tsx"
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
      <SessionCard />
    </div>
  )
}
