import type { ReactElement } from "react"
import { demoApp } from "./demoApp.ts"

/** The credentials for the existing account. */
export const Hint = ({ onFill }: { readonly onFill?: (() => void) | undefined }): ReactElement => (
  <p className="demo-hint">
    <span>
      Use <code>{demoApp.user.email}</code> and <code>{demoApp.user.password}</code>
    </span>{" "}
    <button type="button" data-control="fill" onClick={onFill}>Fill in</button>
  </p>
)
