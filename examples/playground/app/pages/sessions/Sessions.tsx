/** The devices that somebody is signed in on, and a command line that would like to be one. */
import { Sessions as UserSessions } from "latchkey"
import { useAction, useSessions } from "latchkey/react"
import type { ReactElement } from "react"
import { atMinute } from "../../texts.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { CommandLine } from "./CommandLine.tsx"

export const Sessions = (): ReactElement => (
  <Private title="Sessions" lead="Where you are signed in. A revoked session ends at its next refresh.">
    <div className="cards wide">
      <Card title="Your sessions">
        <List />
      </Card>
      <CommandLine />
    </div>
  </Private>
)

const List = (): ReactElement => (
  <ul className="items">{useSessions().map((session) => <Item key={session.id} session={session} />)}</ul>
)

const Item = ({ session }: { readonly session: UserSessions.UserSession }): ReactElement => {
  const { createdAt, id, isCurrentSession, lastUsedAt } = session
  const revoke = useAction(() => UserSessions.revoke(id))
  const since = atMinute(createdAt)
  return (
    <li className="item">
      <div className="text">
        <p className="title">Since {since}</p>
        <p className="small quiet">{lastUsedAt === undefined ? "Not used yet" : `Last used ${atMinute(lastUsedAt)}`}</p>
      </div>
      {isCurrentSession
        ? <Badge kind="good">This one</Badge>
        : <ActionButton action={revoke} kind="danger" label={`Revoke the session since ${since}`}>Revoke</ActionButton>}
    </li>
  )
}
