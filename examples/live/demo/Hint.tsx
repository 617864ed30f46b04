import type { ReactElement, ReactNode } from "react"
import { demoApp } from "./demoApp.ts"

/** A sentence above the content of the tool. */
export const Hint = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <p className="demo-hint">
    <span>{children}</span>
  </p>
)

/** The credentials of an account. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

interface FillHintProps {
  readonly credentials?: Credentials
  readonly isNew?: boolean
  readonly onFill?: () => void
}

/** The credentials for the form, with a button that fills them in. */
export const FillHint = ({ credentials = demoApp.user, isNew = false, onFill }: FillHintProps): ReactElement => (
  <p className="demo-hint">
    <span>
      {isNew ? "New account:" : "Use"} <code>{credentials.email}</code> and <code>{credentials.password}</code>
    </span>{" "}
    <button type="button" data-control="fill" onClick={onFill}>Fill in</button>
  </p>
)
