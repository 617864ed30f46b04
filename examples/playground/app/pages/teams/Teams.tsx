/** The teams page: the user's teams, and the settings of the selected one. */
import { CreateTeam, TeamSettings, TeamSwitcher, useTeams, useUser } from "latchkey/react"
import { type ReactElement, Suspense } from "react"
import { Empty, Skeleton } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { Permissions } from "./Permissions.tsx"

export const Teams = (): ReactElement => (
  <Private title="Teams" lead="Your selected team is the same on all devices.">
    <TeamSwitcher />
    <Suspense fallback={<Skeleton lines={4} />}>
      <Selected />
    </Suspense>
  </Private>
)

/** The settings of the selected team. Keyed by team, so that no state of the previous team remains. */
const Selected = (): ReactElement => {
  const { selectedTeamId } = useUser({ or: "throw" })
  const teams = useTeams()
  const team = teams.find(({ id }) => id === selectedTeamId)
  if (teams.length === 0) return <CreateTeam headingLevel={2} />
  if (team === undefined) {
    return (
      <Empty title="No team selected">
        <p>Select a team to see its members and settings.</p>
      </Empty>
    )
  }
  return (
    <section key={team.id} className="page" aria-label={team.displayName}>
      <TeamSettings teamId={team.id} headingLevel={2} />
      <Permissions teamId={team.id} />
    </section>
  )
}
