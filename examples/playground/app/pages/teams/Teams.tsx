/** Teams: those that somebody is in, and the selected one from the inside. */
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
  <Private title="Teams" lead="Who you work with, and what each of you may do.">
    <TeamList />
    <Suspense fallback={<Skeleton lines={4} />}>
      <Selected />
    </Suspense>
  </Private>
)

/** The inside of the selected team. Another team is another inside, with nothing of the one before. */
const Selected = (): ReactElement => {
  const { selectedTeamId } = useUser({ or: "throw" })
  const teams = useTeams()
  const team = teams.find(({ id }) => id === selectedTeamId)
  if (team === undefined) {
    return (
      <Empty title="No team is selected">
        <p>{teams.length === 0 ? "The first one that you found is." : "Select one to see it from the inside."}</p>
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
