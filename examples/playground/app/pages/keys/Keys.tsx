/** API keys: one's own, and the selected team's. */
import { ApiKeys } from "latchkey"
import { Protect, useTeamApiKeys, useTeams, useUser, useUserApiKeys } from "latchkey/react"
import { type ReactElement, Suspense } from "react"
import { Card } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { KeyList } from "./KeyList.tsx"
import { NewKey } from "./NewKey.tsx"

export const Keys = (): ReactElement => (
  <Private title="API keys" lead="Programs act with a key as you, or as a team. A key is shown once, when it is made.">
    <div className="cards wide">
      <Card title="Your keys" lead="They may do what you may." lines={8}>
        <NewKey
          label="Create a key of your own"
          create={(key) =>
            ApiKeys.create(key)}
        />
        <Own />
      </Card>
      <Suspense>
        <TeamKeys />
      </Suspense>
    </div>
  </Private>
)

const Own = (): ReactElement => <KeyList keys={useUserApiKeys()} revoke={(id) => ApiKeys.revoke({ id })} />

const TeamKeys = (): ReactElement => {
  const { selectedTeamId } = useUser({ or: "throw" })
  const team = useTeams().find(({ id }) => id === selectedTeamId)
  if (team === undefined) {
    return (
      <Card title="Keys of a team">
        <p className="quiet">Select a team to see and make its keys.</p>
      </Card>
    )
  }
  const { displayName, id: teamId } = team
  const notAllowed = <p className="quiet">Your permissions in {displayName} do not let you see its keys.</p>
  return (
    <Card title={`Keys of ${displayName}`} lead="They belong to the team, and stay when you leave it.">
      <Protect teamId={teamId} permission="$manage_api_keys" fallback={notAllowed}>
        <NewKey label={`Create a key of ${displayName}`} create={(key) => ApiKeys.create({ ...key, teamId })} />
        <OfTeam teamId={teamId} />
      </Protect>
    </Card>
  )
}

const OfTeam = ({ teamId }: { readonly teamId: string }): ReactElement => (
  <KeyList
    keys={useTeamApiKeys(teamId)}
    revoke={(id) => ApiKeys.revoke({ id, teamId })}
  />
)
