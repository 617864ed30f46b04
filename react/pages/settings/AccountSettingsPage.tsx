/**
 * The page for account settings, with the settings that the project allows.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Fragment, type ReactNode, useEffect } from "react"
import { countsAsSignedIn } from "../../../src/account/countsAsSignedIn.ts"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { open, signOut } from "../../../src/pages/HandlerPages.ts"
import { TaskButton } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { ResourceContent, SettingsSection } from "../../kit/Section.tsx"
import { useStep } from "../../kit/useStep.ts"
import type { PageProps } from "../PageProps.ts"
import { ApiKeysSection, SessionsSection, TeamsSection } from "./AccessSections.tsx"
import { EmailsSection, ProfileSection } from "./ProfileSections.tsx"
import { PasskeySection, PasswordSection, TwoFactorSection } from "./SecuritySections.tsx"

/** The page for account settings. */
export const AccountSettingsPage = ({ page, texts: { settings } }: PageProps<"AccountSettings">): ReactNode => {
  const { config } = page.project
  const leave = useStep(() => signOut)
  const remove = useStep(() => Effect.andThen(CurrentUser.remove, signOut))
  const isLeaving = [leave, remove].some(({ state }) => state._tag === "Pending" || state._tag === "Success")
  return (
    <Card name="account-settings" title={settings.title}>
      <ResourceContent resource={Resources.user}>
        {(user) =>
          user === null || !countsAsSignedIn(user, {}) ? !isLeaving && <ReopenPage /> : (
            // Resets all form values and secrets when another user signs in.
            <Fragment key={user.id}>
              <ProfileSection user={user} />
              <EmailsSection />
              {config.credentialEnabled && <PasswordSection user={user} />}
              {config.passkeyEnabled && <PasskeySection user={user} />}
              <TwoFactorSection user={user} />
              <SessionsSection />
              {config.allowUserApiKeys && <ApiKeysSection />}
              <TeamsSection user={user} mayCreate={config.clientTeamCreationEnabled} />
            </Fragment>
          )}
      </ResourceContent>
      <TaskButton name="sign-out" step={leave} text={settings.signOut} />
      {config.clientUserDeletionEnabled && (
        <SettingsSection name="deletion" title={settings.deletion}>
          <details>
            <summary>{settings.deleteAccount}</summary>
            <p>{settings.deletionText}</p>
            <TaskButton name="delete" step={remove} text={settings.reallyDelete} />
          </details>
        </SettingsSection>
      )}
    </Card>
  )
}

/**
 * Opens the page of the URL again when the user is signed out or restricted. It redirects to the sign-in or to onboarding.
 */
const ReopenPage = (): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const retry = useStep(() => open)
  const { error, run } = retry
  useEffect(() => run(), [run])
  return error !== undefined && <TaskButton name="retry" step={retry} text={settings.retry} />
}
