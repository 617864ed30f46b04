/** A banner on all pages that lists the active faults. */
import type { ReactElement } from "react"
import { noFaults } from "../../contract.ts"
import { setFaults, useControl } from "../control.ts"
import { nameOfClock, nameOfNetwork } from "../pages/faults/names.ts"
import { Icon } from "../ui/Icon.tsx"

export const FaultBanner = (): ReactElement => {
  const { faults: { clockAheadMinutes, network } } = useControl()
  const texts = [
    ...(network === "fine" ? [] : [nameOfNetwork[network].banner]),
    ...(clockAheadMinutes === 0 ? [] : [`The service clock is ${nameOfClock(clockAheadMinutes)}.`])
  ]
  return (
    <div role="status">
      {texts.length > 0 && (
        <div className="fault-banner">
          <Icon name="alert" />
          <p>{texts.join(" ")}</p>
          <button type="button" className="button" onClick={() => setFaults(noFaults)}>Clear all faults</button>
        </div>
      )}
    </div>
  )
}
