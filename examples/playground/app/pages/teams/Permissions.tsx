/** The user's permissions in a team. */
import { usePermissions } from "latchkey/react"
import type { ReactElement } from "react"
import { Badge, Card } from "../../ui/layout.tsx"

/** The built-in permissions, and a permission of this project. */
const meanings: ReadonlyArray<readonly [id: string, meaning: string]> = [
  ["$read_members", "View members"],
  ["$invite_members", "Invite members"],
  ["$remove_members", "Remove members"],
  ["$update_team", "Edit the team"],
  ["$delete_team", "Delete the team"],
  ["$manage_api_keys", "Manage the team's API keys"],
  ["read_ledger", "View the team's spending"]
]

export const Permissions = ({ teamId }: { readonly teamId: string }): ReactElement => (
  <Card
    title="Your permissions"
    lead="One request loads them all. Every check on this page uses the same cache."
    lines={11}
  >
    <Table teamId={teamId} />
  </Card>
)

const Table = ({ teamId }: { readonly teamId: string }): ReactElement => {
  const held = new Set(usePermissions({ teamId }).map(({ id }) => id))
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Permission</th>
          <th scope="col">ID</th>
          <th scope="col">
            <span className="visually-hidden">Granted</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {meanings.map(([id, meaning]) => (
          <tr key={id}>
            <th scope="row">{meaning}</th>
            <td>
              <code>{id}</code>
            </td>
            <td>{held.has(id) ? <Badge kind="good">Yes</Badge> : <Badge>No</Badge>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
