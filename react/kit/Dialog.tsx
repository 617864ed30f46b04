import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import type { PageError } from "../pages/PageError.ts"
import { actions, common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useLatest } from "../useLatest.ts"
import { Button, type ButtonVariant } from "./Button.tsx"
import { Field } from "./Field.tsx"
import { Form, type FormProps, type FormValues } from "./Form.tsx"
import { IconButton } from "./PlainButton.tsx"
import { useLanguage } from "./useLanguage.ts"
import type { Task } from "./useStep.ts"

interface DialogProps {
  readonly name: string
  /** The title. `undefined` if the content has its own heading; then `label` names the dialog. */
  readonly title?: string
  readonly label?: string
  readonly text?: ReactNode
  /** The element that gets the focus, instead of the close button. While a field is loading, the dialog has the focus. */
  readonly initialFocus?: "field" | undefined
  /** Names a dialog's content if there are several. When it changes, the focus moves to the first new field. */
  readonly content?: string | undefined
  /** Called on Escape, on a click outside, and by the close button. */
  readonly onClose: () => void
  readonly children?: ReactNode
}

/**
 * A modal dialog, shown while it is rendered. The browser keeps the focus inside and makes everything else inert. When it
 * unmounts, the focus returns to the element that opened it.
 */
export const Dialog = (
  { children, content, initialFocus, label, name, onClose, text, title }: DialogProps
): ReactNode => {
  const id = useId()
  const texts = useTexts("common", common)
  const language = useLanguage()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current!
    const { activeElement } = element.ownerDocument
    // Without support for modal dialogs, it is shown in its place.
    if (typeof element.showModal === "function") element.showModal()
    else element.setAttribute("open", "")
    return () => {
      if (typeof element.close === "function") element.close()
      if (activeElement instanceof HTMLElement) activeElement.focus()
    }
  }, [])
  useEffect(
    () => initialFocus === "field" ? focusField(dialog.current!) : undefined,
    [initialFocus, content]
  )
  return (
    <dialog
      ref={dialog}
      data-latchkey={`root dialog ${name}`}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={title === undefined ? label : undefined}
      {...language}
      onCancel={(event) => {
        event.preventDefault()
        // React passes the event to the dialogs around it, too.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog element; its content covers the rest.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div tabIndex={-1} data-latchkey="dialog-body">
        <div data-latchkey="dialog-header">
          {title !== undefined && <h2 id={id} tabIndex={-1} data-latchkey="heading dialog-title">{title}</h2>}
          <IconButton name="close" label={texts.close} onClick={onClose}>
            <path d="m5 5 10 10M15 5 5 15" />
          </IconButton>
        </div>
        {text !== undefined && <p data-latchkey="dialog-text">{text}</p>}
        {children}
      </div>
    </dialog>
  )
}

/**
 * Focuses the first field. If the content is loading, focuses the body until a field or a title appears, unless the user moves
 * the focus. Returns a function that stops waiting.
 */
const focusField = (dialog: HTMLElement): (() => void) | undefined => {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector)
  const isLoading = find("[aria-busy=true]") !== null
  if (!isLoading) {
    find("input")?.focus()
    return
  }
  const body = find("[data-latchkey~=dialog-body]")!
  body.focus()
  const observer = new MutationObserver(() => {
    const content = find("input") ?? find("[data-latchkey~=card-title]")
    if (content === null) return
    observer.disconnect()
    if (dialog.ownerDocument.activeElement === body) content.focus()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}

interface ConfirmDialogProps<A, E extends PageError>
  extends Pick<DialogProps, "name" | "text" | "onClose">, Pick<FormProps<A, E>, "explain">
{
  readonly title: string
  readonly step: Task<[FormValues], A, E>
  readonly submit: string
  /** The name or email that the user has to type. Without it, a click confirms. */
  readonly typed?: string | undefined
}

/** A dialog that confirms a destructive action. It stays open while the action runs, shows its error, and closes on success. */
export const ConfirmDialog = <A, E extends PageError>(
  { explain, onClose, step, submit, typed, ...dialog }: ConfirmDialogProps<A, E>
): ReactNode => {
  const texts = useTexts("actions", actions)
  const { state } = step
  // The task outlives the dialog: an earlier run's success must not close it.
  const hasStarted = useRef(false)
  const close = useLatest(onClose)
  useEffect(() => {
    if (state._tag === "Success" && hasStarted.current) close.current()
  }, [state, close])
  return (
    <Dialog {...dialog} initialFocus="field" onClose={onClose}>
      <Form
        name="confirm"
        step={{
          ...step,
          run: (values) => {
            hasStarted.current = true
            step.run(values)
          }
        }}
        submit={submit}
        submitVariant="danger"
        explain={explain}
        validate={(values) =>
          typed === undefined || values.text("confirm").trim() === typed
            ? undefined
            : { field: "confirm", text: texts.confirmMismatch }}
        secondaryAction={<Button name="cancel" onClick={onClose}>{texts.cancel}</Button>}
      >
        {typed !== undefined && (
          <Field name="confirm" type="text" autoComplete="off" autoCapitalize="none" label={texts.confirm(typed)} />
        )}
      </Form>
    </Dialog>
  )
}

interface ConfirmButtonProps<A, E extends PageError> extends Omit<ConfirmDialogProps<A, E>, "onClose" | "submit"> {
  readonly label: string
  /** The dialog button's label. `label` by default. */
  readonly submit?: string | undefined
  readonly variant?: ButtonVariant | undefined
  readonly describedBy?: string | undefined
}

/** A button that asks in a dialog before it runs its action. The dialog's name is the button's with the prefix `confirm-`. */
export const ConfirmButton = <A, E extends PageError>(
  { describedBy, label, name, submit = label, variant, ...dialog }: ConfirmButtonProps<A, E>
): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  const { reset } = dialog.step
  const open = (): void => {
    // An earlier attempt's error is outdated.
    reset()
    setIsOpen(true)
  }
  return (
    <>
      <Button name={name} variant={variant} describedBy={describedBy} onClick={open}>{label}</Button>
      {isOpen && (
        <ConfirmDialog
          {...dialog}
          submit={submit}
          name={`confirm-${name}`}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
