/** The pages that mails, providers and redirects lead to: those of the library, in the playground's clothes. */
import { HandlerPage } from "latchkey/react"
import type { ReactElement } from "react"

export const Handler = (): ReactElement => (
  <div className="handler">
    <HandlerPage />
  </div>
)
