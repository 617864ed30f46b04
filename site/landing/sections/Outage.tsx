import type { ReactElement } from "react"
import type { Chapter } from "../facts/outage.ts"
import { useFacts } from "../useFacts.ts"
import { Feature } from "./Feature.tsx"

type Row = Chapter["rows"][number]

/** Joins equal rows that follow each other, such as the attempts of a refresh. */
const countRows = (rows: ReadonlyArray<Row>): ReadonlyArray<{ readonly row: Row; readonly count: number }> => {
  const counted: Array<{ row: Row; count: number }> = []
  for (const row of rows) {
    const last = counted.at(-1)
    if (last?.row.title === row.title && last.row.label === row.label) last.count++
    else counted.push({ row, count: 1 })
  }
  return counted
}

const ChapterItem = ({ chapter: { rows, state, title } }: { readonly chapter: Chapter }): ReactElement => (
  <li>
    <p className="chapter">
      {title}
      <span className="state" data-state={state}>{state}</span>
    </p>
    <ul>
      {countRows(rows).map(({ count, row }) => (
        <li key={row.id} data-result={row.result}>
          <span className="row-title">
            {row.title}
            {count > 1 && <span className="count">{" "}× {count}</span>}
          </span>
          <span className="row-label">{row.label}</span>
        </li>
      ))}
    </ul>
  </li>
)

export const Outage = (): ReactElement => {
  const { outage } = useFacts()
  return (
    <Feature
      id="sessions"
      side="end"
      title="An outage never signs a user out"
      text={
        <>
          Only the service's refusal ends a session. After a lost network, a timeout, a 429 or a 503, the session is
          stale, and the user stays signed in. When the service is back, one refresh serves all calls and all tabs.
        </>
      }
      link={["sessions.html", "How sessions work"]}
    >
      <figure className="window timeline">
        <figcaption>
          The recorder's timeline <span className="aside">session state</span>
        </figcaption>
        <ol>{outage.map((chapter) => <ChapterItem key={chapter.title} chapter={chapter} />)}</ol>
      </figure>
    </Feature>
  )
}
