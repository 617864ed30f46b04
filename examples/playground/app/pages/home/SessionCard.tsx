/** The live session: its state, the lifetime of its access token, and recent events. */
import { type ReactElement, useEffect, useState } from "react"
import { useWatched } from "../../session.ts"
import { formatDuration, formatSecond } from "../../texts.ts"
import { Badge, Card } from "../../ui/layout.tsx"
import { SessionStates } from "./SessionStates.tsx"
import { StateDiagram } from "./StateDiagram.tsx"

export const SessionCard = (): ReactElement => (
  <div id="session" className="session-card">
    <Card
      title="Live session"
      lead={
        <>
          State from{" "}
          <code>Session.changes</code>. Without a sign-out, a session ends only if the service rejects the refresh
          token.
        </>
      }
      aside={<StateBadge />}
    >
      <StateDiagram />
      <SessionStates />
      <div className="session-grid">
        <div>
          <h3>Access token</h3>
          <TokenLifetime />
          <ClockSkew />
        </div>
        <div>
          <h3>Recent events</h3>
          <Events />
        </div>
      </div>
    </Card>
  </div>
)

const StateBadge = (): ReactElement => {
  const { tag } = useWatched()
  return <Badge kind={tag === "Stale" ? "attention" : tag === "SignedOut" ? "" : "good"}>{tag}</Badge>
}

/** Returns the current time, updated every second. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const TokenLifetime = (): ReactElement => {
  const { expiresAt, issuedAt, skewMillis = 0, tag } = useWatched()
  const now = useNow()
  if (expiresAt === undefined || issuedAt === undefined) {
    return <p className="quiet small">{tag === "SignedOut" ? "None" : "Not loaded. The next call fetches one."}</p>
  }
  const whole = expiresAt - (issuedAt - skewMillis)
  const left = Math.min(whole, Math.max(0, expiresAt - now))
  return (
    <div className="life">
      <progress max={whole} value={left} aria-label="Access token lifetime" />
      <p className="of small">
        <span className="quiet">{left === 0 ? "Expired. The next call refreshes it." : "Expires in"}</span>
        {left > 0 && <span>{formatDuration(left)}</span>}
      </p>
    </div>
  )
}

const ClockSkew = (): ReactElement => {
  const { skewMillis } = useWatched()
  const seconds = skewMillis === undefined ? undefined : Math.round(skewMillis / 1000)
  return (
    <dl className="small">
      <dt className="quiet">Service clock</dt>
      <dd>
        {seconds === undefined
          ? "Unknown until the first token"
          : Math.abs(seconds) < 2
          ? "In sync with this device"
          : `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? "ahead" : "behind"}`}
      </dd>
    </dl>
  )
}

const Events = (): ReactElement => {
  const { events } = useWatched()
  return (
    <ol className="events" reversed>
      {events.slice(0, 6).map(({ at, id, tag }) => (
        <li key={id}>
          <time>{formatSecond(at)}</time>
          <span>{tag}</span>
        </li>
      ))}
    </ol>
  )
}
