import { type ReactNode, useEffect, useRef, useState } from "react"
import { Status } from "../kit/Alert.tsx"
import { Button } from "../kit/Button.tsx"
import { Form, type FormProps } from "../kit/Form.tsx"
import type { PageError } from "../pages/PageError.ts"
import { actions } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"

interface FormDisclosureProps<A, E extends PageError> extends Omit<FormProps<A, E>, "secondaryAction" | "submit"> {
  /** The label for the button that opens the form, and for its submit button. */
  readonly label: ReactNode
}

/**
 * A button that opens a form in its place. On success the form closes, and `successText` appears. The button's name is the
 * form with the prefix `open-`.
 */
export const FormDisclosure = <A, E extends PageError>(
  { label, successText, ...form }: FormDisclosureProps<A, E>
): ReactNode => {
  const texts = useTexts("actions", actions)
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const { reset, state } = form.step
  useEffect(() => {
    if (state._tag === "Success") setIsOpen(false)
  }, [state])
  useEffect(() => {
    const { activeElement, body } = root.current!.ownerDocument
    if (isOpen) root.current!.querySelector<HTMLElement>("input:not([hidden])")?.focus()
    // The form with the focused button was removed.
    else if (wasOpen.current && activeElement === body) root.current!.querySelector("button")?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const toggle = (): void => {
    // Interrupts a running step, and removes the last result.
    reset()
    setIsOpen(!isOpen)
  }
  return (
    <div ref={root} data-latchkey="disclosure">
      {isOpen
        ? (
          <Form
            {...form}
            submit={label}
            secondaryAction={<Button name="cancel" onClick={toggle}>{texts.cancel}</Button>}
          />
        )
        : <Button name={`open-${form.name}`} onClick={toggle}>{label}</Button>}
      {successText !== undefined && <Status>{state._tag === "Success" && successText}</Status>}
    </div>
  )
}
