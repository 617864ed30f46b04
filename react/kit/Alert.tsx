import type { ReactNode } from "react"

/** An error message. Screen readers announce it immediately. An empty one is not visible. */
export const Alert = ({ id, text }: { readonly id?: string; readonly text: string }): ReactNode => (
  <p role="alert" id={id} data-latchkey="alert error">{text}</p>
)

/**
 * An action's result. Render it always, with an empty text at first: screen readers announce a text that appears in it,
 * but not an element that appears.
 */
export const Status = (
  { children, name = "done" }: { readonly children: ReactNode; readonly name?: string }
): ReactNode => <p role="status" data-latchkey={`status ${name}`}>{children}</p>
