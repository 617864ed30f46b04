/** An address that names nothing. */
import type { ReactElement } from "react"
import { Link } from "../router.tsx"
import { Page } from "../ui/layout.tsx"

export const NotFound = (): ReactElement => (
  <Page title="There is no such page" lead="The address may have been copied only in part.">
    <p>
      <Link href="/" className="button">Go home</Link>
    </p>
  </Page>
)
