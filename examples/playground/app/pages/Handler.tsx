/** The library's handler pages for emails, providers and redirects. */
import { HandlerPage } from "latchkey/react"
import type { ReactElement } from "react"
import { useTitle } from "../ui/layout.tsx"

export const Handler = (): ReactElement => {
  useTitle("Sign-in")
  return (
    <div className="handler">
      <HandlerPage />
    </div>
  )
}
