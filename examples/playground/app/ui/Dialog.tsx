/** A modal dialog. The browser traps the focus and restores it. */
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react"

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Opens and closes a `dialog` element. */
export const useDialog = (isOpen: boolean) => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen])
  return ref
}

export const Dialog = ({ children, isOpen, onClose, title }: DialogProps): ReactElement => {
  const id = useId()
  const ref = useDialog(isOpen)
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {isOpen && children}
    </dialog>
  )
}
