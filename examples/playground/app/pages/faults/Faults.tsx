/** The faults page: switches for faults, and the reaction of the session. */
import type { ReactElement } from "react"
import { networks } from "../../../contract.ts"
import { setFaults, setRules, useControl } from "../../control.ts"
import { Card, Page } from "../../ui/layout.tsx"
import { clocks, nameOfNetwork, verifications } from "./names.ts"
import { Trial } from "./Trial.tsx"

export const Faults = (): ReactElement => (
  <Page title="Faults" lead="Break the service on purpose and see how the session reacts.">
    <div className="cards wide">
      <Card title="Simulated faults">
        <Switches />
      </Card>
      <div className="stack">
        <Trial />
        <Card title="Project settings">
          <RuleSwitches />
        </Card>
      </div>
    </div>
  </Page>
)

const Switches = (): ReactElement => {
  const { faults } = useControl()
  return (
    <>
      <Choices
        legend="Network"
        name="network"
        choices={networks.map((value) => ({ value, ...nameOfNetwork[value] }))}
        chosen={faults.network}
        choose={(network) => setFaults({ ...faults, network })}
      />
      <Choices
        legend="Service clock"
        name="clock"
        choices={clocks.map(({ ahead, ...named }) => ({ value: ahead, ...named }))}
        chosen={faults.clockAheadMinutes}
        choose={(clockAheadMinutes) => setFaults({ ...faults, clockAheadMinutes })}
      />
    </>
  )
}

const RuleSwitches = (): ReactElement => {
  const { rules } = useControl()
  return (
    <Choices
      legend="Email verification"
      name="verification"
      choices={verifications}
      chosen={rules.requireEmailVerification ? "required" : "optional"}
      choose={(chosen) => setRules({ ...rules, requireEmailVerification: chosen === "required" })}
    />
  )
}

interface ChoicesProps<Value> {
  readonly legend: string
  readonly name: string
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly name: string; readonly hint: string }>
  readonly chosen: Value
  readonly choose: (value: Value) => void
}

const Choices = <Value extends string | number>(
  { choices, choose, chosen, legend, name: group }: ChoicesProps<Value>
): ReactElement => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {choices.map(({ hint, name, value }) => (
      <label key={value} className="choice">
        <input
          type="radio"
          name={group}
          value={value}
          checked={value === chosen}
          onChange={() => choose(value)}
        />
        <strong>{name}</strong>
        <span>{hint}</span>
      </label>
    ))}
  </fieldset>
)
