/** Buttons that run an action, and say beside themselves what went wrong. */
import { type ReactElement, type ReactNode, useEffect, useId, useState } from "react"
import { describeError, type Failure } from "../texts.ts"
import { Dialog } from "./Dialog.tsx"
import type { FormAction } from "./Form.tsx"
import { toast } from "./toasts.tsx"

interface ActionButtonProps<A, E extends Failure> {
  readonly action: FormAction<void, A, E>
  readonly children: ReactNode
  readonly kind?: "" | "primary" | "danger" | "plain"
  /** What the button is for, where what it shows does not say it to those who cannot see where it stands. */
  readonly label?: string
  /** What to say when it is done. */
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
  /** The question, and what follows from a yes. */
  readonly question: string
  readonly consequence: string
  /** What the yes is called. */
  readonly confirm: string
}

/** A button that asks again before it does what cannot be undone. */
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
          <button type="button" className="button" onClick={() => setOpen(false)}>Keep it</button>
        </div>
      </Dialog>
    </>
  )
}
