/** What can be made to go wrong, and what the session does about it. */
import type { ReactElement } from "react"
import { networks } from "../../../contract.ts"
import { setFaults, useControl } from "../../control.ts"
import { Card, Page } from "../../ui/layout.tsx"
import { clocks, nameOfNetwork } from "./names.ts"
import { Requests } from "./Requests.tsx"
import { Trial } from "./Trial.tsx"

export const Faults = (): ReactElement => (
  <Page title="Faults" lead="Break the service on purpose, and see what the session does about it.">
    <div className="cards wide">
      <Card title="What goes wrong">
        <Switches />
      </Card>
      <div className="stack">
        <Trial />
        <Requests />
      </div>
    </div>
  </Page>
)

const Switches = (): ReactElement => {
  const { faults } = useControl()
  return (
    <>
      <fieldset className="choices">
        <legend>The network</legend>
        {networks.map((network) => (
          <label key={network} className="choice">
            <input
              type="radio"
              name="network"
              value={network}
              checked={faults.network === network}
              onChange={() => setFaults({ ...faults, network })}
            />
            <strong>{nameOfNetwork[network].name}</strong>
            <span>{nameOfNetwork[network].hint}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend>The service's clock</legend>
        {clocks.map(({ ahead, hint, name }) => (
          <label key={ahead} className="choice">
            <input
              type="radio"
              name="clock"
              value={ahead}
              checked={faults.clockAheadMinutes === ahead}
              onChange={() => setFaults({ ...faults, clockAheadMinutes: ahead })}
            />
            <strong>{name}</strong>
            <span>{hint}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
