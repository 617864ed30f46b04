/** Buttons that run an action and show its error. */
import { type ReactElement, type ReactNode, useEffect, useId } from "react"
import { describeError, type Failure } from "../texts.ts"
import { toast } from "./toasts.tsx"

/** The part of a `useAction` result that a button uses. */
interface ButtonAction<A, E extends Failure> {
  readonly run: () => unknown
  readonly state:
    | { readonly _tag: "Idle" | "Pending" }
    | { readonly _tag: "Success"; readonly value: A }
    | { readonly _tag: "Failure"; readonly error: E }
}

interface ActionButtonProps<A, E extends Failure> {
  readonly action: ButtonAction<A, E>
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
