/** Buttons for destructive actions. */
import { type ReactNode, useState } from "react"
import { Button, type ButtonVariant } from "../kit/Button.tsx"
import { ConfirmDialog, type ConfirmDialogProps } from "../kit/Dialog.tsx"
import type { PageError } from "../pages/PageError.ts"

export interface ConfirmButtonProps<A, E extends PageError> extends Omit<ConfirmDialogProps<A, E>, "onClose"> {
  /** The button's label. */
  readonly label: ReactNode
  readonly variant?: ButtonVariant | undefined
  /** The id of an element that describes the button. */
  readonly describedBy?: string | undefined
}

/** A button that asks in a dialog before it runs its action. The dialog has the name of the button with the prefix `confirm-`. */
export const ConfirmButton = <A, E extends PageError>(
  { describedBy, label, name, variant, ...dialog }: ConfirmButtonProps<A, E>
): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  const { reset } = dialog.step
  const open = (): void => {
    // The error of an earlier attempt is outdated.
    reset()
    setIsOpen(true)
  }
  return (
    <>
      <Button name={name} variant={variant} describedBy={describedBy} onClick={open}>{label}</Button>
      {isOpen && <ConfirmDialog {...dialog} name={`confirm-${name}`} onClose={() => setIsOpen(false)} />}
    </>
  )
}
