/** The session, live: its state, how long its access token lasts, and what has happened to it. */
import { type ReactElement, useEffect, useState } from "react"
import { useWatched } from "../../session.ts"
import { formatDuration, formatSecond } from "../../texts.ts"
import { Badge, Card } from "../../ui/layout.tsx"
import { SessionStates } from "./SessionStates.tsx"
import { StateDiagram } from "./StateDiagram.tsx"

export const SessionCard = (): ReactElement => (
  <div id="session" className="session-card">
    <Card
      title="The session, live"
      lead={
        <>
          As <code>Session.changes</code> tells it. Only the service's refusal of the refresh token ever ends a session.
        </>
      }
      aside={<StateBadge />}
    >
      <StateDiagram />
      <SessionStates />
      <div className="session-grid">
        <div>
          <h3>Access token</h3>
          <TokenLife />
          <ClockSkew />
        </div>
        <div>
          <h3>Last events</h3>
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

/** The time, each second. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const TokenLife = (): ReactElement => {
  const { expiresAt, issuedAt, skewMillis = 0, tag } = useWatched()
  const now = useNow()
  if (expiresAt === undefined || issuedAt === undefined) {
    return (
      <p className="quiet small">{tag === "SignedOut" ? "There is none." : "None at hand: the next call gets one."}</p>
    )
  }
  const whole = expiresAt - (issuedAt - skewMillis)
  const left = Math.min(whole, Math.max(0, expiresAt - now))
  return (
    <div className="life">
      <progress max={whole} value={left} aria-label="Life of the access token" />
      <p className="of small">
        <span className="quiet">{left === 0 ? "Over: the next call gets another" : "Good for"}</span>
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
      <dt className="quiet">The service's clock</dt>
      <dd>
        {seconds === undefined
          ? "Not known before the first token"
          : Math.abs(seconds) < 2
          ? "Agrees with this device's"
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
