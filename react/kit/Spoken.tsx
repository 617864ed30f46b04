import type { ReactNode } from "react"

/** A short text to see, and a clearer one for screen readers. */
export const Spoken = ({ children, text }: { readonly children: ReactNode; readonly text: string }): ReactNode => (
  <>
    <span data-latchkey="visually-hidden">{text}</span>
    <span aria-hidden="true">{children}</span>
  </>
)
