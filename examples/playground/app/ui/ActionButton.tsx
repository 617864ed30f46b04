/** Buttons that run an action and show its error. */
import { type ReactElement, type ReactNode, useEffect, useId, useState } from "react"
import { describeError, type Failure } from "../texts.ts"
import { Dialog } from "./Dialog.tsx"
import type { FormAction } from "./Form.tsx"
import { toast } from "./toasts.tsx"

interface ActionButtonProps<A, E extends Failure> {
  readonly action: FormAction<void, A, E>
  readonly children: ReactNode
  readonly kind?: "" | "primary" | "danger" | "plain"
  /** The accessible name, if the visible label is ambiguous without its context. */
  readonly label?: string
  /** The message on success. */
  readonly done?: string
}

export const ActionButton = <A, E extends Failure>(
  { action, children, done, kind = "", label }: ActionButtonProps<A, E>
): ReactElement => {
  const id = useId()
  const { state } = action
  useEffect(() => {
    if (state._tag === "Success" && done !== undefined) toast(done)
  }, [state, done])
  return (
    <>
      <button
        type="button"
        className={`button ${kind}`}
        aria-label={label}
        aria-disabled={state._tag === "Pending"}
        aria-describedby={state._tag === "Failure" ? id : undefined}
        onClick={() => state._tag !== "Pending" && action.run()}
      >
        {children}
      </button>
      {state._tag === "Failure" && <span className="error" id={id} role="alert">{describeError(state.error)}</span>}
    </>
  )
}

interface ConfirmButtonProps<A, E extends Failure> extends ActionButtonProps<A, E> {
  /** The question in the dialog. */
  readonly question: string
  readonly consequence: string
  /** The label of the confirm button. */
  readonly confirm: string
}

/** A button with a confirmation dialog. */
export const ConfirmButton = <A, E extends Failure>(
  { action, confirm, consequence, done, question, ...button }: ConfirmButtonProps<A, E>
): ReactElement => {
  const [isOpen, setOpen] = useState(false)
  const { state } = action
  useEffect(() => {
    if (state._tag !== "Success") return
    setOpen(false)
    if (done !== undefined) toast(done)
  }, [state, done])
  return (
    <>
      <button
        type="button"
        className={`button ${button.kind ?? ""}`}
        aria-label={button.label}
        onClick={() => setOpen(true)}
      >
        {button.children}
      </button>
      <Dialog title={question} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{consequence}</p>
        {state._tag === "Failure" && <p className="error" role="alert">{describeError(state.error)}</p>}
        <div className="row">
          <button
            type="button"
            className="button danger"
            aria-disabled={state._tag === "Pending"}
            onClick={() => state._tag !== "Pending" && action.run()}
          >
            {confirm}
          </button>
          <button type="button" className="button" onClick={() => setOpen(false)}>Cancel</button>
        </div>
      </Dialog>
    </>
  )
}
