/** The user's teams, and a form to create one. */
import { Teams } from "latchkey"
import { useAction, useTeams, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Avatar, Badge, Card, Empty } from "../../ui/layout.tsx"

export const TeamList = (): ReactElement => (
  <Card title="Your teams" lead="Your selected team is the same on all devices." lines={5}>
    <List />
    <Create />
  </Card>
)

const List = (): ReactElement => {
  const { selectedTeamId } = useUser({ or: "throw" })
  const teams = useTeams()
  if (teams.length === 0) {
    return (
      <Empty title="No teams yet">
        <p>Create one below, or accept an invitation from the inbox.</p>
      </Empty>
    )
  }
  return (
    <ul className="items">
      {teams.map((team) => <Item key={team.id} team={team} isSelected={team.id === selectedTeamId} />)}
    </ul>
  )
}

const Item = ({ isSelected, team }: { readonly team: Teams.Team; readonly isSelected: boolean }): ReactElement => {
  const select = useAction(() => Teams.select(team.id))
  return (
    <li className="item">
      <Avatar name={team.displayName} />
      <span className="text title">{team.displayName}</span>
      {isSelected
        ? <Badge kind="good">Selected</Badge>
        : <ActionButton action={select} label={`Select ${team.displayName}`}>Select</ActionButton>}
    </li>
  )
}

const Create = (): ReactElement => {
  const create = useAction(({ displayName }: { readonly displayName: string }) => Teams.create({ displayName }))
  return (
    <Form
      label="Create a team"
      action={create}
      fields={[{ name: "displayName", label: "New team" }]}
      submit="Create"
      isInline
    />
  )
}
