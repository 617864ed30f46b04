/** The team's settings: rename, leave, delete. */
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
  <Card title="Settings" lead="Rename, leave or delete the team." lines={5}>
    <Protect teamId={team.id} permission="$update_team">
      <Rename team={team} />
    </Protect>
    <LeaveOrDelete team={team} />
  </Card>
)

const Rename = ({ team: { displayName, id } }: TeamProps): ReactElement => {
  const rename = useAction((values: { readonly displayName: string }) => Teams.update(id, values))
  return (
    <Form
      label="Rename the team"
      action={rename}
      fields={[{ name: "displayName", label: "Team name", value: displayName }]}
      submit="Rename"
      isInline
    />
  )
}

const LeaveOrDelete = ({ team: { displayName, id } }: TeamProps): ReactElement => {
  const leave = useAction(() => Teams.leave(id))
  const remove = useAction(() => Teams.remove(id))
  return (
    <div className="row">
      <ConfirmButton
        action={leave}
        question={`Leave ${displayName}?`}
        consequence="You'll need a new invitation to rejoin."
        confirm="Leave team"
        done={`You left ${displayName}.`}
      >
        Leave
      </ConfirmButton>
      <Protect teamId={id} permission="$delete_team">
        <ConfirmButton
          action={remove}
          kind="danger"
          question={`Delete ${displayName}?`}
          consequence="The team and its API keys are deleted for all members. This can't be undone."
          confirm="Delete team"
          done={`${displayName} deleted.`}
        >
          Delete
        </ConfirmButton>
      </Protect>
    </div>
  )
}
