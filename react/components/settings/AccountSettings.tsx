import { type ReactNode, useState } from "react"
import { countsAsSignedIn } from "../../../src/account/countsAsSignedIn.ts"
import type { Project } from "../../../src/account/Project.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { signOut } from "../../../src/pages/HandlerPages.ts"
import { TaskButton } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { HeadingLevelProvider } from "../../kit/Heading.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { DangerArea, ResourceContent } from "../../kit/Section.tsx"
import { useStep } from "../../kit/useStep.ts"
import { accountSettings } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useUserState } from "../../useUser.ts"
import { SettingsNav, SettingsShape } from "../SettingsNav.tsx"
import { ApiKeysSettings } from "./ApiKeysSettings.tsx"
import { ConnectedAccountsSettings } from "./ConnectedAccountsSettings.tsx"
import { DeletionSection, useDeletion } from "./DeleteAccount.tsx"
import { EmailSettings } from "./EmailSettings.tsx"
import { BackToApp, ReopenPage } from "./HandlerSettings.tsx"
import { PasskeySettings } from "./PasskeySettings.tsx"
import { PasswordSettings } from "./PasswordSettings.tsx"
import { ProfileSettings } from "./ProfileSettings.tsx"
import { SessionsSettings } from "./SessionsSettings.tsx"
import { TeamsSettings } from "./TeamsSettings.tsx"
import { TwoFactorSettings } from "./TwoFactorSettings.tsx"
import { useFragment } from "./useFragment.ts"

/** The account settings' pages. */
export type AccountSettingsSection = "profile" | "security" | "sessions" | "apiKeys" | "teams"

const sections = ["profile", "security", "sessions", "apiKeys", "teams"] as const satisfies ReadonlyArray<
  AccountSettingsSection
>

/** Removes a page's name from the end of a URL: another page of the settings is no other page of the app. */
export const removeSection = (url: string): string =>
  sections.reduce((url, name) => url.endsWith(`#${name}`) ? url.slice(0, -name.length - 1) : url, url)

type AccountSettingsProps = {
  /**
   * The current page. `null` shows the list on narrow screens, and `profile` beside it on wide ones. Without it, the
   * component keeps the page itself, and starts with `null`.
   */
  readonly section?: AccountSettingsSection | null | undefined
  /** Called when the user selects a page, and with `null` when the user returns to the list. */
  readonly onSectionChange?: ((section: AccountSettingsSection | null) => void) | undefined
}

/**
 * All of the signed-in user's settings with a navigation between them, and a button to sign out. It has the settings that
 * the project allows. Renders nothing if no user is signed in.
 *
 * On narrow screens, it starts with a list, and each page has a way back to it. On `HandlerPage`, the current page is also in
 * the URL, such as `#security`, so that the browser's Back button works, and a button opens the app's home page.
 *
 * **Example** (A page for signed-in users)
 *
 * ```tsx
 * import { AccountSettings, useUser } from "latchkey/react"
 *
 * const Account = () => {
 *   useUser({ or: "redirect" })
 *   return <AccountSettings />
 * }
 * ```
 */
export const AccountSettings = ({ onSectionChange, section }: AccountSettingsProps): ReactNode => {
  const texts = useTexts("accountSettings", accountSettings)
  const [selected, setSelected] = useState<AccountSettingsSection | null>(null)
  const { reopen } = usePageContext()
  const [current, setCurrent] = useFragment(reopen !== undefined && section === undefined, sections) ??
    [section === undefined ? selected : section, setSelected]
  const leave = useStep(() => signOut)
  const deletion = useDeletion()
  const isLeaving = [leave, deletion].some(({ state }) => state._tag === "Pending" || state._tag === "Success")
  const select = (section: AccountSettingsSection | null): void => {
    setCurrent(section)
    onSectionChange?.(section)
  }
  const shape = <SettingsShape pages={5} hasEnd isPage={current !== null} />
  const user = useUserState()
  if (user._tag === "Ready" && user.value === null && reopen === undefined) return null
  return (
    <Card
      name="account-settings"
      hasLogo={false}
      title={texts.title}
      above={<BackToApp />}
    >
      <ResourceContent resource={Resources.user} shape={shape}>
        {(user) =>
          user === null || !countsAsSignedIn(user, {})
            ? reopen !== undefined && !isLeaving && <ReopenPage reopen={reopen} />
            : (
              <ResourceContent resource={Resources.project} shape={shape}>
                {({ config }) => (
                  <Pages
                    config={config}
                    section={current}
                    onSelect={select}
                    deletion={deletion}
                    end={<TaskButton name="sign-out" variant="ghost" step={leave} text={texts.signOut} />}
                  />
                )}
              </ResourceContent>
            )}
      </ResourceContent>
    </Card>
  )
}

/** The account settings in a dialog. */
export const AccountSettingsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const { title } = useTexts("accountSettings", accountSettings)
  return (
    <Dialog name="account-settings-dialog" label={title} onClose={onClose}>
      <HeadingLevelProvider level={2}>
        <AccountSettings />
      </HeadingLevelProvider>
    </Dialog>
  )
}

interface PagesProps {
  readonly config: Project["config"]
  readonly section: AccountSettingsSection | null
  readonly onSelect: (section: AccountSettingsSection | null) => void
  readonly deletion: ReturnType<typeof useDeletion>
  readonly end: ReactNode
}

const Pages = ({ config, deletion, end, onSelect, section }: PagesProps): ReactNode => {
  const texts = useTexts("accountSettings", accountSettings)
  return (
    <SettingsNav
      label={texts.navigation}
      textOf={(name) => texts[name]}
      selected={section}
      onSelect={onSelect}
      end={end}
      pages={{
        profile: (
          <>
            <ProfileSettings />
            <EmailSettings />
            <ConnectedAccountsSettings />
          </>
        ),
        security: (
          <>
            <PasswordSettings />
            <PasskeySettings />
            <TwoFactorSettings />
            <DangerArea>
              <DeletionSection step={deletion} />
            </DangerArea>
          </>
        ),
        sessions: <SessionsSettings />,
        apiKeys: config.allowUserApiKeys && <ApiKeysSettings />,
        teams: <TeamsSettings canCreate={config.clientTeamCreationEnabled} />
      }}
    />
  )
}
