import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import { Empty } from "../kit/Empty.tsx"
import { formatTime } from "../kit/format.ts"
import { Item, Items } from "../kit/Section.tsx"
import { Badge } from "../kit/StateBadge.tsx"
import { listRedirects } from "../model/Timeline.ts"

/** A recording's redirects, with the rule that allowed or refused each. */
export const RedirectsView = (): ReactNode => {
  const { recording } = useSnapshot()
  const redirects = recording === undefined ? [] : listRedirects(recording)
  if (redirects.length === 0) {
    return (
      <Empty title="No redirects yet">
        Redirects after a sign-in, a sign-out or by a gate appear here. A full page load starts a new recording.
      </Empty>
    )
  }
  return (
    <Items>
      {redirects.map(({ at, name, page, rule, seq, target, type }) => (
        <Item
          key={seq}
          title={
            <>
              <span className="mono">{name}</span>
              <span className="mono quiet break">{target ?? "default page"}</span>
              {type === "Redirected" ? <Badge tone="good">Allowed</Badge> : <Badge tone="bad">Refused</Badge>}
            </>
          }
          text={`Rule: ${rule} · from ${page}`}
        >
          <time className="quiet small">{formatTime(at)}</time>
        </Item>
      ))}
    </Items>
  )
}
