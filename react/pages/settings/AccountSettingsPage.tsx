/**
 * The page where users manage their account, as far as the project lets them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Fragment, type ReactNode, useEffect } from "react"
import { countsAsSignedIn } from "../../../src/account/countsAsSignedIn.ts"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { open, signOut } from "../../../src/pages/HandlerPages.ts"
import { usePageContext } from "../context.ts"
import { Do } from "../Form.tsx"
import { Frame } from "../Frame.tsx"
import type { PageProps } from "../PageProps.ts"
import { useStep } from "../useStep.ts"
import { ApiKeysPart, SessionsPart, TeamsPart } from "./AccessParts.tsx"
import { Loaded, Part } from "./Part.tsx"
import { EmailsPart, ProfilePart } from "./ProfilePart.tsx"
import { PasskeyPart, PasswordPart, SecondFactorPart } from "./SecurityParts.tsx"

/** The account's settings. */
export const AccountSettingsPage = ({ page, texts: { settings } }: PageProps<"AccountSettings">): ReactNode => {
  const { config } = page.project
  const leave = useStep(() => signOut)
  const remove = useStep(() => Effect.andThen(CurrentUser.remove, signOut))
  const isLeaving = [leave, remove].some(({ state }) => state._tag === "Pending" || state._tag === "Success")
  return (
    <Frame name="account-settings" title={settings.title}>
      <Loaded resource={Resources.user}>
        {(user) =>
          user === null || !countsAsSignedIn(user, {}) ? !isLeaving && <Nobody /> : (
            // What one user has typed or been shown is not the next one's.
            <Fragment key={user.id}>
              <ProfilePart user={user} />
              <EmailsPart />
              {config.credentialEnabled && <PasswordPart user={user} />}
              {config.passkeyEnabled && <PasskeyPart user={user} />}
              <SecondFactorPart user={user} />
              <SessionsPart />
              {config.allowUserApiKeys && <ApiKeysPart />}
              <TeamsPart user={user} mayCreate={config.clientTeamCreationEnabled} />
            </Fragment>
          )}
      </Loaded>
      <Do name="sign-out" step={leave} text={settings.signOut} />
      {config.clientUserDeletionEnabled && (
        <Part name="deletion" title={settings.deletion}>
          <details>
            <summary>{settings.deleteAccount}</summary>
            <p>{settings.deletionText}</p>
            <Do name="delete" step={remove} text={settings.reallyDelete} />
          </details>
        </Part>
      )}
    </Frame>
  )
}

/** No user counts as signed in any more. Opens the page of the address again, which leads to the sign-in or to onboarding. */
const Nobody = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const again = useStep(() => open)
  const { error, run } = again
  useEffect(() => run(), [run])
  return error !== undefined && <Do name="again" step={again} text={settings.again} />
}
