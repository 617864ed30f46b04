/** The user's sessions, and a command line login. */
import * as Effect from "effect/Effect"
import { Sessions as UserSessions } from "latchkey"
import { useAction, useSessions } from "latchkey/react"
import type { ReactElement } from "react"
import { formatMinute } from "../../texts.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Badge, Card } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { CommandLine } from "./CommandLine.tsx"

export const Sessions = (): ReactElement => (
  <Private title="Sessions" lead="Devices where you're signed in. A revoked session ends at its next refresh.">
    <div className="cards wide">
      <Card title="Your sessions" lines={2}>
        <List />
      </Card>
      <CommandLine />
    </div>
  </Private>
)

const List = (): ReactElement => {
  const sessions = useSessions()
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession)
  return (
    <>
      <ul className="items">{sessions.map((session) => <Item key={session.id} session={session} />)}</ul>
      {others.length > 0 && <RevokeOthers others={others} />}
    </>
  )
}

const RevokeOthers = ({ others }: { readonly others: ReadonlyArray<UserSessions.UserSession> }): ReactElement => {
  const revoke = useAction(() => Effect.forEach(others, ({ id }) => UserSessions.revoke(id), { discard: true }))
  return (
    <div className="row">
      <ActionButton action={revoke} kind="danger">Revoke all others</ActionButton>
    </div>
  )
}

const Item = ({ session }: { readonly session: UserSessions.UserSession }): ReactElement => {
  const { createdAt, id, isCurrentSession, lastUsedAt } = session
  const revoke = useAction(() => UserSessions.revoke(id))
  const since = formatMinute(createdAt)
  return (
    <li className="item">
      <div className="text">
        <p className="title">Signed in {since}</p>
        <p className="small quiet">
          {lastUsedAt === undefined ? "Not used yet" : `Last used ${formatMinute(lastUsedAt)}`}
        </p>
      </div>
      {isCurrentSession
        ? <Badge kind="good">This device</Badge>
        : <ActionButton action={revoke} kind="danger" label={`Revoke the session from ${since}`}>Revoke</ActionButton>}
    </li>
  )
}
