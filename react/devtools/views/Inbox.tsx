import { type ReactNode, useState } from "react"
import type { Mail } from "../EmulatorControls.ts"
import { Button } from "../kit/Button.tsx"
import { formatTime } from "../kit/format.ts"
import { Item, Items } from "../kit/Section.tsx"

/** The number of emails that are shown. */
const maxMails = 20

/** Renders the emails with their links and codes. */
export const Inbox = ({ mails }: { readonly mails: ReadonlyArray<Mail> }): ReactNode => {
  if (mails.length === 0) return <p className="quiet">No emails yet.</p>
  return (
    <Items>
      {mails.slice(0, maxMails).map(({ id, link, otp, sentAtMillis, subject, to }) => (
        <Item
          key={id}
          title={<span className="break">{subject}</span>}
          text={`To ${to} · ${formatTime(sentAtMillis)}`}
        >
          <div className="item-actions">
            {otp !== undefined && <CodeButton code={otp} />}
            {link !== undefined && <a className="button" href={link}>Open link</a>}
          </div>
        </Item>
      ))}
    </Items>
  )
}

/** Copies a code. Pages without https cannot use the clipboard, so the code is visible. */
const CodeButton = ({ code }: { readonly code: string }): ReactNode => {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard?.writeText(code).then(() => setCopied(true), () => {})
  }
  return (
    <Button className="mono" aria-label={`Copy code ${code}`} onClick={copy}>
      {code}
      <span role="status">{isCopied && " Copied"}</span>
    </Button>
  )
}
