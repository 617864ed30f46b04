/** The user's sessions, and a command line login. */
import { SessionsSettings } from "latchkey/react"
import type { ReactElement } from "react"
import { Private } from "../Private.tsx"
import { CommandLine } from "./CommandLine.tsx"

export const Sessions = (): ReactElement => (
  <Private title="Sessions" lead="Devices where you're signed in. A revoked session ends at its next refresh.">
    <div className="cards wide">
      <SessionsSettings />
      <CommandLine />
    </div>
  </Private>
)
