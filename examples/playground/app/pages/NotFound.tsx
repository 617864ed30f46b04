/** The page for unknown URLs. */
import type { ReactElement } from "react"
import { Link } from "../router.tsx"
import { Page } from "../ui/layout.tsx"

export const NotFound = (): ReactElement => (
  <Page title="Page not found" lead="Check that you copied the whole link.">
    <p>
      <Link href="/" className="button">Go home</Link>
    </p>
  </Page>
)
