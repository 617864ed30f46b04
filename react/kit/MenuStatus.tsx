import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import type { PageError } from "../pages/PageError.ts"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useOnline } from "../useOnline.ts"
import { Alert } from "./Alert.tsx"
import { ErrorAlert } from "./ErrorAlert.tsx"
import { IconButton } from "./PlainButton.tsx"
import { showPopup } from "./showPopup.ts"

/** A menu's last action. */
export interface MenuStatus {
  readonly error: PageError | undefined
  /** `true` if the action runs when the device is back online. */
  readonly isWaiting?: boolean
  /** `true` after a failure that has no text, such as a missing file. */
  readonly isBroken?: boolean
}

interface MenuStatusPopupProps {
  readonly status: MenuStatus
  readonly button: RefObject<HTMLButtonElement | null>
  readonly align: "start" | "end"
  readonly isMenuOpen: boolean
}

/** An action's error below the menu's button, or a note that the device is offline. Opening the menu removes it. */
export const MenuStatusPopup = ({ align, button, isMenuOpen, status }: MenuStatusPopupProps): ReactNode => {
  const { error, isBroken = false, isWaiting = false } = status
  const isOnline = useOnline()
  const { close, offline, unexpected } = useTexts("common", common)
  const cause = error ?? (isBroken ? "broken" : isWaiting && !isOnline ? "waiting" : undefined)
  const [closed, setClosed] = useState<typeof cause>()
  const seen = cause === undefined || isMenuOpen ? cause : closed
  if (closed !== seen) setClosed(seen)
  const popup = useRef<HTMLDivElement>(null)
  const isShown = cause !== seen
  useEffect(() => {
    if (isShown) showPopup(popup.current!, button.current!)
  }, [isShown, button])
  if (!isShown) return null
  const dismiss = (): void => {
    setClosed(cause)
    button.current?.focus()
  }
  return (
    <div
      ref={popup}
      data-latchkey="menu-status"
      data-align={align}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        dismiss()
        // A dialog around the menu stays open.
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {cause === "waiting"
        ? <p role="alert" data-latchkey="banner offline-banner">{offline}</p>
        : cause === "broken"
        ? <Alert text={unexpected} />
        : <ErrorAlert error={cause} />}
      <IconButton name="dismiss" label={close} onClick={dismiss}>
        <path d="m6 6 8 8M14 6l-8 8" />
      </IconButton>
    </div>
  )
}
