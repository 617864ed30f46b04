import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import { formatCountdown, formatDuration, formatTime } from "../kit/format.ts"
import { Facts } from "../kit/Section.tsx"
import { Badge, toneOfState } from "../kit/StateBadge.tsx"
import type { SessionSummary, StateTag } from "../model/SessionSummary.ts"
import { StateDiagram } from "./StateDiagram.tsx"

const meanings: Readonly<Record<StateTag, string>> = {
  Loading: "The token store has not been read yet.",
  SignedOut: "No user is signed in.",
  Active: "A user is signed in.",
  Refreshing: "A user is signed in. A new access token is being fetched.",
  Stale: "A user is signed in, but the last refresh failed. The next call tries again."
}

/** The session's state, its tokens' lifetimes, the clocks, and the last transitions. */
export const SessionView = (): ReactNode => {
  const { isOnline, now, session } = useSnapshot()
  const { changes, reason, state } = session
  return (
    <div className="columns session">
      <section aria-label="State">
        <StateDiagram state={state} last={changes[0]} />
        <p className="quiet">
          {meanings[state]}
          {reason !== undefined && ` Reason: ${reason}.`}
        </p>
      </section>
      <section aria-label="Tokens and clocks">
        <Facts
          facts={[
            ["Access token", <AccessToken now={now} session={session} />],
            ["Refresh token", session.hasRefreshToken ? "Stored. It has no known expiry." : "None"],
            ["Service clock", describeSkew(session.clockSkewMillis)],
            ["Device", isOnline ? "Online" : "Offline"]
          ]}
        />
      </section>
      <section aria-label="Transitions">
        <h3>Last transitions</h3>
        {changes.length === 0 ? <p className="quiet">No transitions yet.</p> : (
          <ol className="lines">
            {changes.slice(0, 12).map(({ at, from, id, reason, to }) => (
              <li key={id}>
                <time>{formatTime(at)}</time>
                <span>{from === to ? `${to}, with another token` : `${from} → ${to}`}</span>
                {reason !== undefined && <Badge tone={toneOfState[to]}>{reason}</Badge>}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

const AccessToken = ({ now, session }: { readonly now: number; readonly session: SessionSummary }): ReactNode => {
  const { clockSkewMillis = 0, expiresAtMillis, issuedAtMillis } = session
  if (expiresAtMillis === undefined) {
    return session.hasRefreshToken ? "Not loaded. The next call fetches one." : "None"
  }
  const left = expiresAtMillis - (now + clockSkewMillis)
  const whole = issuedAtMillis === undefined ? undefined : expiresAtMillis - issuedAtMillis
  return (
    <>
      {left > 0
        ? `Expires in ${formatCountdown(left)}${whole === undefined ? "" : ` of ${formatDuration(whole)}`}`
        : `Expired ${formatCountdown(-left)} ago. The next call refreshes it.`}
      {whole !== undefined && (
        <progress max={whole} value={Math.min(whole, Math.max(0, left))} aria-label="Remaining lifetime" />
      )}
    </>
  )
}

const describeSkew = (skewMillis: number | undefined): string =>
  skewMillis === undefined
    ? "Unknown until a token is issued"
    : Math.abs(skewMillis) < 2000
    ? "In sync with this device"
    : `${formatCountdown(Math.abs(skewMillis))} ${skewMillis > 0 ? "ahead of" : "behind"} this device`
