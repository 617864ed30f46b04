import type { ReactNode } from "react"
import { useDevTools, useSnapshot } from "../DevToolsContext.ts"
import { Button } from "../kit/Button.tsx"
import { Empty } from "../kit/Empty.tsx"
import { formatAgo } from "../kit/format.ts"
import { Item, Items } from "../kit/Section.tsx"
import { Badge } from "../kit/StateBadge.tsx"
import type { EntrySummary } from "../model/CacheSummary.ts"

/** The cache's entries, without their values. */
export const CacheView = (): ReactNode => {
  const { entries } = useSnapshot()
  if (entries.length === 0) {
    return (
      <Empty title="The cache is empty">
        An entry appears when a component reads a resource. It goes 5 seconds after the last subscriber.
      </Empty>
    )
  }
  return <Items>{entries.map((entry) => <Entry key={entry.key} entry={entry} />)}</Items>
}

const Entry = ({ entry }: { readonly entry: EntrySummary }): ReactNode => {
  const { source } = useDevTools()
  const { now } = useSnapshot()
  const { answeredAt, fetches, input, key, name, subscribers } = entry
  const facts = [
    `${subscribers} ${subscribers === 1 ? "subscriber" : "subscribers"}`,
    `${fetches} ${fetches === 1 ? "fetch" : "fetches"}`,
    ...answeredAt === undefined ? [] : [`answered ${formatAgo(now, answeredAt)}`]
  ]
  return (
    <Item
      title={
        <>
          <span className="mono">{name}</span>
          {input !== "" && <span className="mono quiet">{input}</span>}
          <Badges entry={entry} />
        </>
      }
      text={facts.join(" · ")}
    >
      <div className="item-actions">
        <Button aria-label={`Refetch ${name}`} onClick={() => source.refetch(key)}>Refetch</Button>
        <Button aria-label={`Invalidate ${name}`} onClick={() => source.invalidate(key)}>Invalidate</Button>
      </div>
    </Item>
  )
}

const Badges = (
  { entry: { error, isOutdated, phase, status, updates } }: { readonly entry: EntrySummary }
): ReactNode => (
  <>
    {phase === "Fetching"
      ? <Badge tone="info">Fetching</Badge>
      : phase === "Throttled"
      ? <Badge tone="info">Fetch due</Badge>
      : status === "Pending" && <Badge>Pending</Badge>}
    {status === "Ready" && error === undefined && !isOutdated && phase === "Idle" && <Badge tone="good">Fresh</Badge>}
    {isOutdated && <Badge tone="warn">Invalidated</Badge>}
    {error !== undefined && <Badge tone="bad">{status === "Ready" ? `Stale: ${error}` : error}</Badge>}
    {updates > 0 && <Badge tone="info">{updates === 1 ? "Optimistic update" : `${updates} optimistic updates`}</Badge>}
  </>
)
