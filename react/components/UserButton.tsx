import { type ReactNode, useId } from "react"
import type { User } from "../../src/account/CurrentUser.ts"
import { signOutAndRedirect } from "../../src/account/signOutAndRedirect.ts"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { useTeamsState } from "../hooks.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { Menu } from "../kit/Menu.tsx"
import { Button } from "../kit/PlainButton.tsx"
import { useLanguage } from "../kit/useLanguage.ts"
import { useTask } from "../kit/useStep.ts"
import { userButton } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { type Theme, useTheme } from "../useTheme.ts"
import { TeamOptions, useSelectTeam } from "./teams/TeamOptions.tsx"
import { useLoadedDialog } from "./useLoadedDialog.ts"
import { AvatarSkeleton, ForUser, userName } from "./UserAvatar.tsx"

/** Props for `UserButton`. */
export interface UserButtonProps {
  /** `redirect`, the default, opens the page `accountSettings`. `modal` opens the settings in a dialog. */
  readonly accountSettings?: "redirect" | "modal" | undefined
  /** Shows the name beside the picture. `false` by default. */
  readonly showName?: boolean | undefined
  /** Removes the teams from the menu, such as beside a `TeamSwitcher`. `false` by default. */
  readonly hideTeams?: boolean | undefined
  /** Removes the personal account from the teams. `false` by default. */
  readonly hidePersonal?: boolean | undefined
  /** Removes the themes from the menu, such as in an app with a single theme. `false` by default. */
  readonly hideTheme?: boolean | undefined
  /** The current theme, if the app manages it. By default, `useTheme` does. */
  readonly theme?: Theme | undefined
  /** Called when the user selects another theme, if the app manages it. */
  readonly onThemeChange?: ((theme: Theme) => void) | undefined
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A button with the user's picture. Its menu opens the account settings, switches the team and the theme, and signs out.
 *
 * The theme is the root element's attribute `data-theme` (see `useTheme`). An app with its own themes passes `theme` and
 * `onThemeChange`.
 *
 * **Example** (A header)
 *
 * ```tsx
 * import { SignInButton, UserButton } from "latchkey/react"
 *
 * const Header = () => <header><UserButton fallback={<SignInButton />} /></header>
 * ```
 */
export const UserButton = ({ fallback, ...props }: UserButtonProps): ReactNode => (
  <ForUser pending={<ButtonSkeleton showName={props.showName} />} fallback={fallback}>
    {(user) => <UserMenu {...props} user={user} />}
  </ForUser>
)

type UserMenuProps = Omit<UserButtonProps, "fallback"> & { readonly user: User }

/** It is as large as the button, except for the name's width. */
const ButtonSkeleton = ({ showName = false }: Pick<UserButtonProps, "showName">): ReactNode => {
  const language = useLanguage()
  return (
    <div data-latchkey="root menu-root user-button" aria-hidden="true" {...language}>
      <span data-latchkey="menu-trigger">
        <AvatarSkeleton />
        {showName && <span data-latchkey="menu-trigger-text skeleton-row" />}
      </span>
    </div>
  )
}

const UserMenu = (props: UserMenuProps): ReactNode => {
  const { hideTeams = false, hideTheme = false, showName = false, user } = props
  const texts = useTexts("userButton", userButton)
  const select = useSelectTeam()
  const redirect = useTask(() => redirectTo("accountSettings"))
  const settings = useLoadedDialog(loadSettings, () => redirectTo("accountSettings"))
  const leave = useTask(() => signOutAndRedirect)
  const name = userName(user)
  return (
    <>
      {!hideTeams && <TeamsLoader />}
      {!hideTheme && props.theme === undefined && <ThemeLoader />}
      <Menu
        name="user-button"
        kind="dialog"
        label={name === "" ? texts.label : `${name}, ${texts.label}`}
        isBusy={redirect.isPending || settings.isPending}
        status={select}
        trigger={
          <>
            <Avatar name={name} imageUrl={user.profileImageUrl} />
            {showName && <span dir="auto" data-latchkey="menu-trigger-text">{name}</span>}
          </>
        }
      >
        {(andClose) => (
          <>
            <UserHeader user={user}>
              <Button
                name="manage-account"
                onClick={andClose(() => props.accountSettings === "modal" ? settings.open() : redirect.run())}
              >
                {texts.manageAccount}
              </Button>
              <Button name="sign-out" isBusy={leave.isPending} onClick={() => leave.run()}>{texts.signOut}</Button>
            </UserHeader>
            {!hideTeams && (
              <OwnTeams user={user} hidePersonal={props.hidePersonal} select={select} andClose={andClose} />
            )}
            {!hideTheme && <Themes {...props} />}
          </>
        )}
      </Menu>
      {settings.Dialog && <settings.Dialog onClose={settings.close} />}
    </>
  )
}

const loadSettings = async () => (await import("./settings/AccountSettings.tsx")).AccountSettingsDialog

interface UserHeaderProps extends Pick<UserMenuProps, "user"> {
  readonly children: ReactNode
}

const UserHeader = ({ children, user }: UserHeaderProps): ReactNode => {
  const { displayName, primaryEmail, profileImageUrl } = user
  return (
    <div data-latchkey="user-header">
      <Avatar name={userName(user)} imageUrl={profileImageUrl} />
      <div data-latchkey="user-identity">
        {displayName && <p dir="auto" data-latchkey="user-name">{displayName}</p>}
        {primaryEmail && <p dir="auto" data-latchkey="user-email">{primaryEmail}</p>}
      </div>
      <div data-latchkey="user-actions">{children}</div>
    </div>
  )
}

type OwnTeamsProps =
  & Pick<UserMenuProps, "hidePersonal" | "user">
  & Pick<Parameters<typeof TeamOptions>[0], "andClose" | "select">

/** Fetches the teams before the menu opens, so that its items do not move. */
const TeamsLoader = (): ReactNode => {
  useTeamsState()
  return null
}

/** Restores the theme from an earlier visit. */
const ThemeLoader = (): ReactNode => {
  useTheme()
  return null
}

const OwnTeams = ({ hidePersonal = false, ...props }: OwnTeamsProps): ReactNode => {
  const teams = useTeamsState()
  if (teams._tag !== "Ready" || teams.value.length === 0) return null
  return <TeamOptions {...props} teams={teams.value} hidePersonal={hidePersonal} />
}

const themes = ["light", "dark", "system"] as const

const Themes = ({ onThemeChange = () => {}, theme }: Pick<UserMenuProps, "onThemeChange" | "theme">): ReactNode =>
  theme === undefined ? <OwnThemes /> : <ThemeGroup current={theme} change={onThemeChange} />

const OwnThemes = (): ReactNode => {
  const [theme, setTheme] = useTheme()
  return <ThemeGroup current={theme} change={setTheme} />
}

interface ThemeGroupProps {
  readonly current: Theme
  readonly change: (theme: Theme) => void
}

const ThemeGroup = ({ change, current }: ThemeGroupProps): ReactNode => {
  const id = useId()
  const texts = useTexts("userButton", userButton)
  return (
    <div role="radiogroup" aria-label={texts.theme} data-latchkey="themes">
      {themes.map((name) => (
        <label key={name} data-latchkey={`theme ${name}`}>
          <input type="radio" name={id} checked={name === current} onChange={() => change(name)} />
          {texts[name]}
        </label>
      ))}
    </div>
  )
}
