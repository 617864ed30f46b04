import type { ReactNode } from "react"
import type { User } from "../../src/account/CurrentUser.ts"
import { signOutAndRedirect } from "../../src/account/signOutAndRedirect.ts"
import { redirectTo } from "../../src/navigation/Navigation.ts"
import { useTeamsState } from "../hooks.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { Menu, MenuGroup, MenuItem } from "../kit/Menu.tsx"
import { useTask } from "../kit/useStep.ts"
import { teamSwitcher, userButton } from "../texts/en/teams.ts"
import { useTexts } from "../texts/useTexts.ts"
import { type Theme, useTheme } from "../useTheme.ts"
import { SelectStatus, TeamItems, useSelectTeam } from "./teams/TeamItems.tsx"
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
  <ForUser pending={<AvatarSkeleton />} fallback={fallback}>
    {(user) => <UserMenu {...props} user={user} />}
  </ForUser>
)

type UserMenuProps = Omit<UserButtonProps, "fallback"> & { readonly user: User }

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
        label={name === "" ? texts.label : `${name}, ${texts.label}`}
        trigger={
          <>
            <Avatar name={name} imageUrl={user.profileImageUrl} />
            {showName && <span data-latchkey="menu-trigger-text">{name}</span>}
          </>
        }
      >
        {(andClose) => (
          <>
            <MenuGroup name="account" label={name} header={<UserHeader user={user} />}>
              <MenuItem
                name="manage-account"
                onSelect={andClose(() => props.accountSettings === "modal" ? settings.open() : redirect.run())}
              >
                {texts.manageAccount}
              </MenuItem>
            </MenuGroup>
            {!hideTeams && (
              <TeamGroup user={user} hidePersonal={props.hidePersonal} select={select} andClose={andClose} />
            )}
            {!hideTheme && <Themes {...props} />}
            <MenuItem name="sign-out" isBusy={leave.isPending} onSelect={leave.run}>{texts.signOut}</MenuItem>
          </>
        )}
      </Menu>
      <SelectStatus select={select} />
      {settings.Dialog && <settings.Dialog onClose={settings.close} />}
    </>
  )
}

const loadSettings = async () => (await import("./settings/AccountSettings.tsx")).AccountSettingsDialog

const UserHeader = ({ user: { displayName, primaryEmail } }: Pick<UserMenuProps, "user">): ReactNode => (
  <>
    {displayName && <span data-latchkey="user-name">{displayName}</span>}
    {primaryEmail && <span data-latchkey="user-email">{primaryEmail}</span>}
  </>
)

type TeamGroupProps =
  & Pick<UserMenuProps, "hidePersonal" | "user">
  & Pick<Parameters<typeof TeamItems>[0], "andClose" | "select">

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

const TeamGroup = ({ andClose, hidePersonal = false, select, user }: TeamGroupProps): ReactNode => {
  const { label } = useTexts("teamSwitcher", teamSwitcher)
  const teams = useTeamsState()
  if (teams._tag !== "Ready" || teams.value.length === 0) return null
  return (
    <MenuGroup name="teams" label={label} header={label}>
      <TeamItems user={user} teams={teams.value} hidePersonal={hidePersonal} select={select} andClose={andClose} />
    </MenuGroup>
  )
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
  const texts = useTexts("userButton", userButton)
  return (
    <MenuGroup name="themes" label={texts.theme} header={texts.theme}>
      {themes.map((name) => (
        <MenuItem key={name} name={name} isChecked={name === current} onSelect={() => change(name)}>
          {texts[name]}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
