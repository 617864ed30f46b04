import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { useDevTools, useSnapshot } from "../DevToolsContext.ts"
import { Button } from "../kit/Button.tsx"
import { Empty } from "../kit/Empty.tsx"
import { formatDuration, formatTime } from "../kit/format.ts"
import { Badge, type Tone } from "../kit/StateBadge.tsx"
import { type Filter, filterRows, kinds, type Row } from "../model/Timeline.ts"
import { RowDetails } from "./RowDetails.tsx"

/** The number of rows that are shown first. */
const pageSize = 150

/** A recording's timeline, with a filter. */
export const TimelineView = (): ReactNode => {
  const { recording, rows } = useSnapshot()
  const { source } = useDevTools()
  const [filter, setFilter] = useState<Filter>({ kind: undefined, text: "", onlyFailures: false })
  const [limit, setLimit] = useState(pageSize)
  const [selectedId, select] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(() => filterRows(rows, filter), [rows, filter])
  const shown = found.slice(0, limit)
  const selected = rows.find(({ id }) => id === selectedId)
  const close = () => {
    select(undefined)
    // The focused button unmounts.
    list.current?.focus()
  }
  const dropped = recording?.start.dropped ?? 0
  return (
    <div className="timeline" data-selected={selected !== undefined}>
      <div className="toolbar">
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter by text"
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <select
          aria-label="Filter by kind"
          value={filter.kind ?? ""}
          onChange={(event) => setFilter({ ...filter, kind: kinds.find((kind) => kind === event.target.value) })}
        >
          <option value="">All kinds</option>
          {kinds.map((kind) => <option key={kind} value={kind}>{kindNames[kind]}</option>)}
        </select>
        <label className="check">
          <input
            type="checkbox"
            checked={filter.onlyFailures}
            onChange={(event) => setFilter({ ...filter, onlyFailures: event.target.checked })}
          />
          Failures only
        </label>
        <Button title="Clear the recording" onClick={source.clearRecording}>Clear</Button>
      </div>
      {shown.length === 0
        ? rows.length === 0
          ? <Empty title="Nothing recorded yet">Calls, refreshes and redirects appear here.</Empty>
          : <Empty title="No matches">No row matches the filter.</Empty>
        : (
          <div className="split">
            <div className="rows">
              <Rows list={list} rows={shown} selected={selected} select={select} />
              {found.length > shown.length && (
                <Button className="more" onClick={() => setLimit(limit + pageSize)}>
                  Show {Math.min(pageSize, found.length - shown.length)} older rows
                </Button>
              )}
              {dropped > 0 && <p className="quiet small">{dropped} older events were dropped.</p>}
            </div>
            {selected !== undefined && <RowDetails row={selected} close={close} />}
          </div>
        )}
    </div>
  )
}

const kindNames: Readonly<Record<Row["kind"], string>> = {
  Call: "Calls",
  Refresh: "Refreshes",
  Session: "Session",
  Redirect: "Redirects",
  Network: "Network"
}

const tones: Readonly<Record<Row["result"], Tone>> = {
  pending: "info",
  success: "good",
  failure: "bad",
  canceled: "quiet",
  none: "quiet"
}

interface RowsProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly rows: ReadonlyArray<Row>
  readonly selected: Row | undefined
  readonly select: (id: number | undefined) => void
}

const Rows = ({ list, rows, select, selected }: RowsProps): ReactNode => {
  const { now } = useSnapshot()
  const longest = rows.reduce((longest, row) => Math.max(longest, durationOf(row, now) ?? 0), 1)
  const selectedId = selected?.id
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" })
  }, [list, selectedId])
  const press = (event: KeyboardEvent) => {
    const index = rows.findIndex(({ id }) => id === selectedId)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(rows.length - 1, index + 1),
      ArrowUp: Math.max(0, index - 1),
      Home: 0,
      End: rows.length - 1
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    select(rows[target]!.id)
  }
  return (
    <div
      ref={list}
      className="list"
      role="listbox"
      aria-label="Timeline, newest first"
      aria-activedescendant={selectedId === undefined ? undefined : `row-${selectedId}`}
      tabIndex={0}
      onKeyDown={press}
    >
      {rows.map((row) => {
        const duration = durationOf(row, now)
        return (
          <div
            key={row.id}
            id={`row-${row.id}`}
            className="row"
            role="option"
            aria-selected={row.id === selectedId}
            data-kind={row.kind}
            onClick={() => select(row.id)}
          >
            <span className="kind">{row.kind}</span>
            <span className="title">
              {row.title}
              {row.cause !== undefined && <span className="cause">{` by ${row.cause}`}</span>}
            </span>
            <span className="result">
              {row.attempts.length > 1 && <Badge tone="warn">{row.attempts.length} attempts</Badge>}
              {row.label !== "" && <Badge tone={tones[row.result]}>{row.label}</Badge>}
            </span>
            <span className="bar" data-tone={tones[row.result]} aria-hidden="true">
              {duration !== undefined && <span style={{ width: `${Math.max(2, duration / longest * 100)}%` }} />}
            </span>
            <span className="duration">{duration === undefined ? "" : formatDuration(duration)}</span>
            <time>{formatTime(row.at)}</time>
          </div>
        )
      })}
    </div>
  )
}

/** Returns a row's duration; until now, if it is pending. */
const durationOf = ({ at, endedAt, result }: Row, now: number): number | undefined =>
  endedAt !== undefined ? endedAt - at : result === "pending" ? Math.max(0, now - at) : undefined
