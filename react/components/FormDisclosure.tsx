import { type ReactNode, useEffect, useRef, useState } from "react"
import { Status } from "../kit/Alert.tsx"
import { Button } from "../kit/Button.tsx"
import { Form, type FormProps } from "../kit/Form.tsx"
import { State } from "../kit/Section.tsx"
import type { PageError } from "../pages/PageError.ts"
import { actions } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"

interface FormDisclosureProps<A, E extends PageError> extends Omit<FormProps<A, E>, "secondaryAction" | "submit"> {
  /** The label for the button that opens the form, and for its submit button. */
  readonly label: string
  /** The submit button's label, if it differs. */
  readonly submit?: string
  /** The current state, beside the button. */
  readonly state?: ReactNode
  /** A shorter text on the button that opens the form. `label` contains it. */
  readonly shortLabel?: string
  readonly describedBy?: string | undefined
}

/**
 * A button that opens a form in its place, and replaces the state beside it. On success the form closes, and `successText`
 * appears. The button's name is the form with the prefix `open-`.
 */
export const FormDisclosure = <A, E extends PageError>(
  { describedBy, label, shortLabel, state: shown, submit = label, successText, ...form }: FormDisclosureProps<A, E>
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
  const button = (
    <Button
      name={`open-${form.name}`}
      variant={shown === undefined ? "secondary" : "ghost"}
      label={shortLabel && label}
      describedBy={describedBy}
      onClick={toggle}
    >
      {shortLabel ?? label}
    </Button>
  )
  return (
    <div ref={root} data-latchkey="disclosure">
      {isOpen
        ? (
          <Form
            {...form}
            submit={submit}
            secondaryAction={<Button name="cancel" onClick={toggle}>{texts.cancel}</Button>}
          />
        )
        : shown === undefined
        ? button
        : <State title={shown} actions={button} />}
      {successText !== undefined && <Status>{state._tag === "Success" && successText}</Status>}
    </div>
  )
}
