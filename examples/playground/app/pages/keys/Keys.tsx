/** The API keys of the user. The settings of a team have the keys of the team. */
import { ApiKeysSettings } from "latchkey/react"
import type { ReactElement } from "react"
import { Private } from "../Private.tsx"

export const Keys = (): ReactElement => (
  <Private title="API keys" lead="Programs use a key to act as you. A key is shown only once, when you create it.">
    <ApiKeysSettings />
  </Private>
)
