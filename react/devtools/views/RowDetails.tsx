import type { ReactNode } from "react"
import { IconButton } from "../kit/Button.tsx"
import { formatDuration, formatExactTime } from "../kit/format.ts"
import { Facts } from "../kit/Section.tsx"
import { type Attempt, describeResponse, type Row } from "../model/Timeline.ts"

/** A timeline row's details: its cause, its input, and its requests and responses without secrets. */
export const RowDetails = ({ close, row }: { readonly row: Row; readonly close: () => void }): ReactNode => {
  const { at, attempts, cause, endedAt, facts, input, kind, label, title } = row
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <section className="details" aria-label={`Details of ${title}`} tabIndex={0}>
      <div className="details-head">
        <h3>{title}</h3>
        <IconButton icon="close" label="Close details" onClick={close} />
      </div>
      <Facts
        facts={[
          ["Kind", kind],
          ["Result", label || undefined],
          ["Caused by", cause],
          ["Started", formatExactTime(at)],
          ["Duration", endedAt === undefined ? undefined : formatDuration(endedAt - at)],
          ...facts
        ]}
      />
      {attempts.length === 0 && hasContent(input) && <Json title="Input" value={input} />}
      {attempts.map((attempt, index) => (
        <AttemptDetails
          key={attempt.request}
          attempt={attempt}
          name={attempts.length === 1 ? "" : ` ${index + 1}`}
          waited={index === 0 ? undefined : attempt.sentAt - (attempts[index - 1]!.endedAt ?? attempt.sentAt)}
        />
      ))}
    </section>
  )
}

interface AttemptDetailsProps {
  readonly attempt: Attempt
  readonly name: string
  /** The time since the previous attempt, in milliseconds. */
  readonly waited: number | undefined
}

const AttemptDetails = ({ attempt, name, waited }: AttemptDetailsProps): ReactNode => {
  const { endedAt, response, sent, sentAt } = attempt
  const { accessToken, accessType, body, method, path, refreshToken } = sent
  const headers = { accessType, accessToken, refreshToken }
  return (
    <>
      <h4>Request{name}</h4>
      {waited !== undefined && <p className="quiet small">Sent {formatDuration(waited)} after the previous attempt.</p>}
      <p className="mono">{method} {path}</p>
      {hasContent(headers) && <Json title="Credentials" value={headers} />}
      {body !== null && body !== undefined && <Json title="Body" value={body} />}
      <h4>Response{name}</h4>
      <p className="mono">
        {describeResponse(attempt)}
        {endedAt !== undefined && ` after ${formatDuration(endedAt - sentAt)}`}
      </p>
      {response !== null && hasContent(response.headers) && <Json title="Headers" value={response.headers} />}
      {response !== null && response.kind === "json" && <Json title="Body" value={response.body} />}
      {response !== null && (response.kind === "html" || response.kind === "text") && (
        <p className="quiet small">The body is not JSON. A recording does not contain its content.</p>
      )}
    </>
  )
}

const hasContent = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).some((part) => part !== undefined)

const Json = ({ title, value }: { readonly title: string; readonly value: unknown }): ReactNode => (
  <details open>
    <summary>{title}</summary>
    <pre className="code">{JSON.stringify(value, null, 2)}</pre>
  </details>
)
