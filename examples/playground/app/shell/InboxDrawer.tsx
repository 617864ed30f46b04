/** The emulator's inbox as a drawer, available on every page. */
import { type MouseEvent, type ReactElement, useId, useState } from "react"
import type { Mail } from "../../contract.ts"
import { useControl } from "../control.ts"
import { navigate } from "../router.tsx"
import { formatSecond } from "../texts.ts"
import { Icon } from "../ui/Icon.tsx"
import { Empty } from "../ui/layout.tsx"
import { useDialog } from "../ui/useDialog.ts"

export const Inbox = (): ReactElement => {
  const { mails } = useControl()
  const [isOpen, setOpen] = useState(false)
  const [read, setRead] = useState(0)
  const unread = Math.max(0, mails.length - read)
  const setOpenAndRead = (isOpen: boolean) => {
    setOpen(isOpen)
    setRead(mails.length)
  }
  return (
    <>
      <button type="button" className="button plain" onClick={() => setOpenAndRead(true)}>
        <Icon name="inbox" />
        <span className="label">Inbox</span>
        {unread > 0 && (
          <span className="count">
            {unread}
            <span className="visually-hidden">new</span>
          </span>
        )}
      </button>
      <Drawer isOpen={isOpen} mails={mails} onClose={() => setOpenAndRead(false)} />
    </>
  )
}

interface DrawerProps {
  readonly isOpen: boolean
  readonly mails: ReadonlyArray<Mail>
  readonly onClose: () => void
}

const Drawer = ({ isOpen, mails, onClose }: DrawerProps): ReactElement => {
  const id = useId()
  const ref = useDialog(isOpen)
  const follow = (event: MouseEvent, link: string) => {
    event.preventDefault()
    ref.current?.close()
    navigate(link)
  }
  return (
    <dialog ref={ref} className="drawer" aria-labelledby={id} onClose={onClose}>
      <div className="drawer-head">
        <h2 id={id}>Inbox</h2>
        <button type="button" className="button plain icon" aria-label="Close inbox" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <div className="body" tabIndex={0} role="region" aria-label="Messages">
        {isOpen && (mails.length === 0
          ? (
            <Empty title="No emails yet">
              <p>Sign up, request a sign-in link, or invite a member. Emails from the service appear here.</p>
            </Empty>
          )
          : <ul>{mails.map((mail) => <MailItem key={mail.id} mail={mail} onFollow={follow} />)}</ul>)}
      </div>
    </dialog>
  )
}

/** Returns the lines of an email, except the code and the link, which are displayed separately. */
const linesOf = ({ link, otp, text }: Mail): ReadonlyArray<string> => {
  const lines = text.split("\n").map((line) => line.trim())
  return [...new Set(lines)].filter((line) =>
    line !== "" && line !== otp && (link === undefined || !line.includes(link))
  )
}

interface MailItemProps {
  readonly mail: Mail
  readonly onFollow: (event: MouseEvent, link: string) => void
}

const MailItem = ({ mail, onFollow }: MailItemProps): ReactElement => {
  const { link, otp, sentAt, subject, to } = mail
  return (
    <li className="mail">
      <div>
        <h3>{subject}</h3>
        <p className="quiet small break">To {to}, {formatSecond(sentAt)}</p>
      </div>
      {linesOf(mail).map((line) => <p key={line} className="mail-text small">{line}</p>)}
      {otp !== undefined && (
        <p>
          <span className="visually-hidden">Code:</span> <span className="otp">{otp}</span>
        </p>
      )}
      {link !== undefined && (
        <p>
          <a className="button" href={link} onClick={(event) => onFollow(event, link)}>Open link</a>
        </p>
      )}
    </li>
  )
}
