import type { ReactElement } from "react"
import { describeResponse, isCheck, type Row } from "../../../react/devtools/model/Timeline.ts"
import type { Change } from "./Demo.ts"

const time = (at: number): string => new Date(at).toLocaleTimeString("en-GB")

const RowItem = ({ row }: { readonly row: Row }): ReactElement => {
  // The last attempt has the label of the row.
  const retried = row.attempts.filter(({ sent }) => !isCheck(sent)).slice(0, -1)
  return (
    <li className="demo-row" data-kind={row.kind} data-result={row.result}>
      <time>{time(row.at)}</time>
      <span className="demo-row-title">{row.title}</span>
      {retried.length > 0 && <span className="demo-attempts">{retried.map(describeResponse).join(", ")}, then</span>}
      <span className="demo-row-label">{row.label}</span>
    </li>
  )
}

interface TimelineProps {
  readonly rows?: ReadonlyArray<Row | Change>
}

/** The recorder's timeline, newest first, with the changes of network and clock. */
export const Timeline = ({ rows = [] }: TimelineProps): ReactElement => (
  rows.length === 0
    ? <p className="demo-empty">Requests, retries and token refreshes appear here. None of them leaves this page.</p>
    : (
      <ol className="demo-rows">
        {rows.map((row) =>
          "kind" in row
            ? <RowItem key={row.id} row={row} />
            : (
              <li key={row.id} className="demo-row" data-kind="Change">
                <time>{time(row.at)}</time>
                <span className="demo-row-title">{row.title}</span>
              </li>
            )
        )}
      </ol>
    )
)
