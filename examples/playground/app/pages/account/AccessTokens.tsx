/** Access to a provider's API. The playground requests a scope of Spotify. */
import { ConnectedAccounts as Accounts, OAuth } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Card } from "../../ui/layout.tsx"

const scopes = ["playlist-read-private"]

export const AccessTokens = (): ReactElement => (
  <Card title="Provider access" lead="The app can get an access token for a connected account." lines={2}>
    <Spotify />
  </Card>
)

const Spotify = (): ReactElement => {
  const { oauthProviders } = useUser({ or: "throw" })
  const link = useAction(() => OAuth.link({ provider: "spotify", scopes }))
  const token = useAction(() => Accounts.get({ provider: "spotify", scopes }))
  return (
    <div className="row">
      {oauthProviders.some(({ id }) => id === "spotify")
        ? <ActionButton action={token} done="Got an access token for Spotify.">Get Spotify token</ActionButton>
        : <ActionButton action={link}>Allow access to Spotify playlists</ActionButton>}
    </div>
  )
}
