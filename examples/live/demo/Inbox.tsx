import type { TestMail } from "latchkey/emulator/testing"
import type { ReactElement } from "react"

interface InboxProps {
  readonly mails: ReadonlyArray<TestMail>
  readonly onOpen: (link: string) => void
}

/** The emails that the service has sent, newest first. */
export const Inbox = ({ mails, onOpen }: InboxProps): ReactElement => (
  mails.length === 0
    ? <p className="demo-empty">Ask for a code or a link, and the email arrives here.</p>
    : (
      <ol className="demo-mails">
        {mails.map(({ id, link, otp, subject, to }) => (
          <li key={id}>
            <p>
              <strong>{subject}</strong> <span>to {to.join(", ")}</span>
            </p>
            {otp !== undefined && <code>{otp}</code>}
            {link !== undefined && <button type="button" onClick={() => onOpen(link)}>Open the link</button>}
          </li>
        ))}
      </ol>
    )
)
