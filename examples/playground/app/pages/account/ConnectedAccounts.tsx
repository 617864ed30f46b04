/** Provider accounts of the user. The playground requests access to Spotify. */
import { ConnectedAccounts as Accounts, OAuth } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import type { ReactElement } from "react"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Avatar, Badge, Card } from "../../ui/layout.tsx"

const scopes = ["playlist-read-private"]

export const ConnectedAccounts = (): ReactElement => (
  <Card
    title="Connected accounts"
    lead="Accounts you sign in with, or that the app can access for you."
    lines={2}
  >
    <List />
  </Card>
)

const List = (): ReactElement => {
  const { oauthProviders } = useUser({ or: "throw" })
  const link = useAction(() => OAuth.link({ provider: "spotify", scopes }))
  const token = useAction(() => Accounts.get({ provider: "spotify", scopes }))
  const hasSpotify = oauthProviders.some(({ id }) => id === "spotify")
  return (
    <>
      {oauthProviders.length > 0 && (
        <ul className="items">
          {oauthProviders.map(({ email, id }) => (
            <li key={id} className="item">
              <Avatar name={id} />
              <div className="text">
                <p className="title">{id}</p>
                <p className="small quiet break">{email ?? "No email"}</p>
              </div>
              <Badge kind="good">Connected</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        {hasSpotify
          ? (
            <ActionButton action={token} done="Got an access token for Spotify.">
              Get Spotify token
            </ActionButton>
          )
          : <ActionButton action={link}>Connect Spotify</ActionButton>}
      </div>
    </>
  )
}
