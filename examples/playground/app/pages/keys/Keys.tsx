/** The API keys of the user and of the selected team. */
import { ApiKeys } from "latchkey"
import { Protect, useTeamApiKeys, useTeams, useUser, useUserApiKeys } from "latchkey/react"
import { type ReactElement, Suspense } from "react"
import { Card } from "../../ui/layout.tsx"
import { Private } from "../Private.tsx"
import { KeyList } from "./KeyList.tsx"
import { NewKey } from "./NewKey.tsx"

export const Keys = (): ReactElement => (
  <Private
    title="API keys"
    lead="Programs use a key to act as you or as a team. A key is shown only once, when you create it."
  >
    <div className="cards wide">
      <Card title="Your keys" lead="They have the same access as you." lines={8}>
        <NewKey
          label="Create a key for yourself"
          create={(key) => ApiKeys.create(key)}
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
      <Card title="Team keys">
        <p className="quiet">Select a team to see and create its keys.</p>
      </Card>
    )
  }
  const { displayName, id: teamId } = team
  const notAllowed = <p className="quiet">You don't have permission to manage the keys of {displayName}.</p>
  return (
    <Card title={`Keys of ${displayName}`} lead="They belong to the team and stay when you leave.">
      <Protect teamId={teamId} permission="$manage_api_keys" fallback={notAllowed}>
        <NewKey label={`Create a key for ${displayName}`} create={(key) => ApiKeys.create({ ...key, teamId })} />
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
