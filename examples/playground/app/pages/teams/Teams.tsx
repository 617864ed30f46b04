/** The teams page: the user's teams, and the details of the selected one. */
import { useTeams, useUser } from "latchkey/react"
import { type ReactElement, Suspense } from "react"
import { Empty, Skeleton } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { Invitations } from "./Invitations.tsx"
import { Members } from "./Members.tsx"
import { Permissions } from "./Permissions.tsx"
import { TeamList } from "./TeamList.tsx"
import { TeamSettings } from "./TeamSettings.tsx"

export const Teams = (): ReactElement => (
  <Private title="Teams" lead="Manage your teams, members and permissions.">
    <TeamList />
    <Suspense fallback={<Skeleton lines={4} />}>
      <Selected />
    </Suspense>
  </Private>
)

/** The details of the selected team. Keyed by team, so that no state of the previous team remains. */
const Selected = (): ReactElement => {
  const { selectedTeamId } = useUser({ or: "throw" })
  const teams = useTeams()
  const team = teams.find(({ id }) => id === selectedTeamId)
  if (team === undefined) {
    return (
      <Empty title="No team selected">
        <p>{teams.length === 0 ? "Create a team to get started." : "Select a team to see its members and settings."}</p>
      </Empty>
    )
  }
  return (
    <section key={team.id} className="page" aria-label={team.displayName}>
      <h2 className="section-title">{team.displayName}</h2>
      <div className="cards wide">
        <div className="stack">
          <Members teamId={team.id} />
          <Invitations teamId={team.id} />
        </div>
        <div className="stack">
          <Permissions teamId={team.id} />
          <TeamSettings team={team} />
        </div>
      </div>
    </section>
  )
}
