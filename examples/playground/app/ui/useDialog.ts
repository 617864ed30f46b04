/** Opens and closes a `dialog` element. The browser traps the focus and restores it. */
import { type RefObject, useEffect, useRef } from "react"

export const useDialog = (isOpen: boolean): RefObject<HTMLDialogElement | null> => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen])
  return ref
}
