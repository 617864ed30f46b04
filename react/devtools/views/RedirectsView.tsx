/** The redirects' view, with the rule that allowed or refused each. */
import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import { Empty, WithRecorder } from "../kit/Empty.tsx"
import { formatTime } from "../kit/format.ts"
import { Badge } from "../kit/StateBadge.tsx"
import { listRedirects } from "../model/Timeline.ts"

/** Renders the view. */
export const RedirectsView = (): ReactNode => (
  <WithRecorder>
    <Redirects />
  </WithRecorder>
)

const Redirects = (): ReactNode => {
  const { recording } = useSnapshot()
  const redirects = recording === undefined ? [] : listRedirects(recording)
  if (redirects.length === 0) {
    return (
      <Empty title="No redirects yet">
        <p>Redirects after a sign-in, a sign-out or by a gate appear here. A full page load starts a new recording.</p>
      </Empty>
    )
  }
  return (
    <ul className="items">
      {redirects.map(({ at, name, page, rule, seq, target, type }) => (
        <li key={seq} className="item">
          <div className="item-text">
            <p>
              <span className="mono">{name}</span>
              <span className="mono quiet break">{target ?? "default page"}</span>
              <Badge tone={type === "Redirected" ? "good" : "bad"}>
                {type === "Redirected" ? "Allowed" : "Refused"}
              </Badge>
            </p>
            <p className="quiet small break">Rule: {rule} · from {page}</p>
          </div>
          <time className="quiet small">{formatTime(at)}</time>
        </li>
      ))}
    </ul>
  )
}
