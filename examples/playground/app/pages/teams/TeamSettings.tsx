/** A team's name, and the ways out of it. */
import { Teams } from "latchkey"
import { Protect, useAction } from "latchkey/react"
import type { ReactElement } from "react"
import { ConfirmButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Card } from "../../ui/layout.tsx"

interface TeamProps {
  readonly team: Teams.Team
}

export const TeamSettings = ({ team }: TeamProps): ReactElement => (
  <Card title="Settings" lead="Its name, and the ways out." lines={5}>
    <Protect teamId={team.id} permission="$update_team">
      <Rename team={team} />
    </Protect>
    <WaysOut team={team} />
  </Card>
)

const Rename = ({ team: { displayName, id } }: TeamProps): ReactElement => {
  const rename = useAction((values: { readonly displayName: string }) => Teams.update(id, values))
  return (
    <Form
      label="Rename the team"
      action={rename}
      fields={[{ name: "displayName", label: "Name of the team", value: displayName }]}
      submit="Rename"
      isInline
    />
  )
}

const WaysOut = ({ team: { displayName, id } }: TeamProps): ReactElement => {
  const leave = useAction(() => Teams.leave(id))
  const remove = useAction(() => Teams.remove(id))
  return (
    <div className="row">
      <ConfirmButton
        action={leave}
        question={`Leave ${displayName}?`}
        consequence="You come back only by another invitation."
        confirm="Leave the team"
        done={`You have left ${displayName}.`}
      >
        Leave
      </ConfirmButton>
      <Protect teamId={id} permission="$delete_team">
        <ConfirmButton
          action={remove}
          kind="danger"
          question={`Delete ${displayName}?`}
          consequence="It is gone for all of its members, with its keys."
          confirm="Delete the team"
          done={`${displayName} is deleted.`}
        >
          Delete
        </ConfirmButton>
      </Protect>
    </div>
  )
}
