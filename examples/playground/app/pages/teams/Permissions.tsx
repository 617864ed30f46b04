/** What somebody may do in a team. */
import { usePermissions } from "latchkey/react"
import type { ReactElement } from "react"
import { Badge, Card } from "../../ui/layout.tsx"

/** What the service knows, and what this project adds. */
const meanings: ReadonlyArray<readonly [id: string, meaning: string]> = [
  ["$read_members", "See who is in the team"],
  ["$invite_members", "Invite others"],
  ["$remove_members", "Remove members"],
  ["$update_team", "Rename the team"],
  ["$delete_team", "Delete the team"],
  ["$manage_api_keys", "Create and revoke the team's keys"],
  ["read_ledger", "See what the team has spent"]
]

export const Permissions = ({ teamId }: { readonly teamId: string }): ReactElement => (
  <Card
    title="Your permissions"
    lead="One request tells them all; each gate on this page asks the same cache."
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
          <th scope="col">You may</th>
          <th scope="col">Permission</th>
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
