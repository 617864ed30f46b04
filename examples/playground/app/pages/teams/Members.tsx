/** The members of a team, with their names in that team. */
import { TeamMembers } from "latchkey"
import { Protect, useAction, useTeamMembers, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ConfirmButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Avatar, Badge, Card } from "../../ui/layout.tsx"

interface OfTeam {
  readonly teamId: string
}

export const Members = ({ teamId }: OfTeam): ReactElement => (
  <Card title="Members" lead="Members can use a different name in each team." lines={7}>
    <List teamId={teamId} />
    <OwnProfile teamId={teamId} />
  </Card>
)

const List = ({ teamId }: OfTeam): ReactElement => {
  const me = useUser({ or: "throw" })
  const members = useTeamMembers(teamId)
  return (
    <ul className="items">
      {members.map((member) => {
        const name = member.displayName ?? "Unnamed"
        return (
          <li key={member.userId} className="item">
            <Avatar name={name} />
            <span className="text title">{name}</span>
            {member.userId === me.id
              ? <Badge>You</Badge>
              : (
                <Protect teamId={teamId} permission="$remove_members">
                  <Remove member={member} name={name} />
                </Protect>
              )}
          </li>
        )
      })}
    </ul>
  )
}

interface RemoveProps {
  readonly member: TeamMembers.TeamMemberProfile
  readonly name: string
}

const Remove = ({ member: { teamId, userId }, name }: RemoveProps): ReactElement => {
  const remove = useAction(() => TeamMembers.remove({ teamId, userId }))
  return (
    <ConfirmButton
      action={remove}
      kind="danger"
      label={`Remove ${name}`}
      question={`Remove ${name} from the team?`}
      consequence="They keep their account but lose access to this team."
      confirm="Remove from team"
    >
      Remove
    </ConfirmButton>
  )
}

const OwnProfile = ({ teamId }: OfTeam): ReactElement => {
  const save = useAction(({ displayName }: { readonly displayName: string }) =>
    TeamMembers.updateOwn(teamId, { displayName })
  )
  const { id } = useUser({ or: "throw" })
  const name = useTeamMembers(teamId).find(({ userId }) => userId === id)?.displayName ?? ""
  return (
    <Form
      label="Your name in this team"
      action={save}
      fields={[{ name: "displayName", label: "Your name in this team", value: name }]}
      submit="Save"
      done="Name saved."
      isInline
    />
  )
}
