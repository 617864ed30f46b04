import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import * as OAuthProviders from "../../../src/account/OAuthProviders.ts"
import { HostUnavailable } from "../../../src/platform/Page.ts"
import { providerName } from "../../../src/platform/providerName.ts"
import type { OAuthProviderOfUser } from "../../../src/wire/User.ts"
import { TaskButton } from "../../kit/Button.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { List } from "../../kit/List.tsx"
import { Row } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { connectedAccounts } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ProviderMark } from "../ProviderMark.tsx"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Lists the signed-in user's accounts at OAuth providers. The user can disconnect them, and connect accounts at the other
 * providers. Renders nothing if no user is signed in, or if there is no provider.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { ConnectedAccountsSettings } from "latchkey/react"
 *
 * const Page = () => <main><ConnectedAccountsSettings /></main>
 * ```
 */
export const ConnectedAccountsSettings = (): ReactNode => {
  const texts = useTexts("connectedAccounts", connectedAccounts)
  return (
    <ProjectSection
      name="connected-accounts"
      title={texts.title}
      isEnabled={({ enabledOauthProviders }, { oauthProviders }) =>
        enabledOauthProviders.length > 0 || oauthProviders.length > 0}
    >
      {({ oauthProviders }, { config: { enabledOauthProviders } }) => (
        <List
          label={texts.title}
          items={oauthProviders}
          none={texts.none}
          action={
            <div data-latchkey="connect-actions">
              {enabledOauthProviders.filter(({ id }) => oauthProviders.every((account) => account.id !== id)).map((
                { id }
              ) => <ConnectButton key={id} provider={id} />)}
            </div>
          }
        >
          {(account) => <AccountRow key={`${account.id} ${account.accountId}`} account={account} />}
        </List>
      )}
    </ProjectSection>
  )
}

/** The code that starts a flow, which is loaded when it is used. */
const loadOAuth = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("../../../src/auth/oauth/start.ts"),
  catch: () => new HostUnavailable({ message: "The code for OAuth could not be loaded" })
})

const ConnectButton = ({ provider }: { readonly provider: string }): ReactNode => {
  const texts = useTexts("connectedAccounts", connectedAccounts)
  const connect = useTask(() => Effect.flatMap(loadOAuth, ({ link }) => link({ provider })))
  const text = (
    <>
      <ProviderMark provider={provider} /> {texts.connect(providerName(provider))}
    </>
  )
  return <TaskButton name="connect" step={connect} text={text} />
}

const AccountRow = ({ account }: { readonly account: OAuthProviderOfUser }): ReactNode => {
  const id = useId()
  const texts = useTexts("connectedAccounts", connectedAccounts)
  const disconnect = useTask(() => removeAccount(account))
  const name = providerName(account.id)
  return (
    <Row
      name="connected-account"
      media={<ProviderMark provider={account.id} />}
      title={name}
      titleId={id}
      text={account.email ?? undefined}
      actions={
        <ConfirmButton
          name="disconnect"
          label={texts.disconnect}
          variant="ghost"
          describedBy={id}
          title={texts.disconnectTitle(name)}
          text={texts.disconnectText(name)}
          step={disconnect}
        />
      }
    />
  )
}

/** Removes the connection to an account. The user has the account's id at the provider, but the call needs the connection's id. */
const removeAccount = ({ email, id }: OAuthProviderOfUser) =>
  Effect.flatMap(OAuthProviders.list, (connections) => {
    const ofProvider = connections.filter(({ providerConfigId }) => providerConfigId === id)
    const [connection] = ofProvider.length > 1
      ? ofProvider.filter((connection) => (connection.email ?? null) === email)
      : ofProvider
    return connection === undefined ? Effect.void : OAuthProviders.remove(connection.id)
  })
