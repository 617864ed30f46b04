import * as Effect from "effect/Effect"
import { type ReactNode, useState } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import type { Team } from "../../../src/account/Teams.ts"
import * as Resource from "../../../src/cache/Resource.ts"
import { redirectTo } from "../../../src/navigation/Navigation.ts"
import { useProjectState, useTeamsState } from "../../hooks.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { Skeleton } from "../../kit/Card.tsx"
import { Menu, MenuGroup, MenuIcon, MenuItem } from "../../kit/Menu.tsx"
import { useLanguage } from "../../kit/useLanguage.ts"
import { useTask } from "../../kit/useStep.ts"
import { common } from "../../texts/en/common.ts"
import { teamSwitcher } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useLoadedDialog } from "../useLoadedDialog.ts"
import { ForUser, userName } from "../UserAvatar.tsx"
import { TeamOptions, useSelectTeam } from "./TeamOptions.tsx"

type TeamSwitcherProps = {
  /** Called after the user has switched to a team, or to the personal account with `null`. */
  readonly onSelect?: ((team: Team | null) => void) | undefined
  /** `modal`, the default, opens the selected team's settings in a dialog. `redirect` opens the page `teamSettings`. */
  readonly teamSettings?: "redirect" | "modal" | undefined
  /** Opens the selected team's settings, instead of `teamSettings`. */
  readonly onOpenSettings?: ((team: Team) => void) | undefined
  /** Removes the personal account from the menu. `false` by default. */
  readonly hidePersonal?: boolean | undefined
  /** Rendered if no user is signed in. */
  readonly fallback?: ReactNode
}

/**
 * A button with the selected team. Its menu switches the team on all user devices, creates teams, and opens the settings
 * of the selected team.
 *
 * The personal account means that no team is selected. Apps whose users always work in a team set `hidePersonal`.
 *
 * **Example** (A header that opens the selected team's page)
 *
 * ```tsx
 * import { TeamSwitcher } from "latchkey/react"
 *
 * const Header = ({ open }: { readonly open: (path: string) => void }) => (
 *   <TeamSwitcher onSelect={(team) => open(team === null ? "/" : `/teams/${team.id}`)} />
 * )
 * ```
 */
export const TeamSwitcher = ({ fallback, ...props }: TeamSwitcherProps): ReactNode => (
  <ForUser pending={<SwitcherSkeleton />} fallback={fallback}>
    {(user) => <Switcher {...props} user={user} />}
  </ForUser>
)

const SwitcherSkeleton = (): ReactNode => {
  const language = useLanguage()
  return (
    <div data-latchkey="root menu-root team-switcher" {...language}>
      <Skeleton rows={1} />
    </div>
  )
}

type SwitcherProps = Omit<TeamSwitcherProps, "fallback"> & { readonly user: User }

const Switcher = ({ hidePersonal = false, onOpenSettings, onSelect, teamSettings, user }: SwitcherProps): ReactNode => {
  const texts = useTexts("teamSwitcher", teamSwitcher)
  const commonTexts = useTexts("common", common)
  const teams = useTeamsState()
  const project = useProjectState()
  const select = useSelectTeam(onSelect)
  const [isBroken, setIsBroken] = useState(false)
  const fail = (error: unknown) => Effect.andThen(Effect.sync(() => setIsBroken(true)), Effect.die(error))
  const creation = useLoadedDialog(loadCreateTeam, fail)
  const settings = useLoadedDialog(loadTeamSettings, fail)
  const redirect = useTask(() => redirectTo("teamSettings"))
  const retry = useTask(() => Resource.refresh(Resources.teams))
  const all = teams._tag === "Ready" ? teams.value : []
  // The list may be older than the selection.
  const current = all.find(({ id }) => id === user.selectedTeamId) ?? user.selectedTeam
  const isEmpty = teams._tag === "Ready" && all.length === 0 && hidePersonal
  const canCreate = project._tag === "Ready" && project.value.config.clientTeamCreationEnabled
  const name = current?.displayName ?? (hidePersonal ? texts.select : texts.personal)
  const start = (action: () => void) => () => {
    setIsBroken(false)
    action()
  }
  return (
    <>
      <Menu
        name="team-switcher"
        kind="dialog"
        align="start"
        label={`${name}, ${texts.label}`}
        initialFocus="input, [aria-selected=true]"
        isBusy={creation.isPending || settings.isPending || redirect.isPending}
        status={{ error: select.error, isWaiting: select.isWaiting, isBroken }}
        trigger={
          <>
            {current === null
              ? !hidePersonal && <Avatar name={userName(user)} imageUrl={user.profileImageUrl} size="small" />
              : <Avatar name={name} imageUrl={current.profileImageUrl} size="small" shape="square" />}
            <span dir="auto" data-latchkey="menu-trigger-text">{name}</span>
          </>
        }
      >
        {(andClose) => (
          <>
            {isEmpty
              ? (
                <MenuGroup name="no-teams">
                  <p data-latchkey="menu-text">{texts.none}</p>
                </MenuGroup>
              )
              : <TeamOptions user={user} teams={all} hidePersonal={hidePersonal} select={select} andClose={andClose} />}
            {teams._tag === "Pending" && <Skeleton rows={2} />}
            {teams._tag === "Failed" && (
              <MenuGroup name="teams-failed">
                <p data-latchkey="menu-text">{texts.failed}</p>
                <MenuItem name="retry" isBusy={retry.isPending} onSelect={retry.run}>{commonTexts.retry}</MenuItem>
              </MenuGroup>
            )}
            {(current !== null || canCreate) && (
              <MenuGroup name="team-actions">
                {current !== null && (
                  <MenuItem
                    name="team-settings"
                    icon={<MenuIcon path="M3 6.5h6m4 0h4M3 13.5h2m4 0h8M11 4.5v4m-4 3v4" />}
                    onSelect={andClose(
                      onOpenSettings
                        ? () => onOpenSettings(current)
                        : start(teamSettings === "redirect" ? redirect.run : settings.open)
                    )}
                  >
                    {texts.settings}
                  </MenuItem>
                )}
                {canCreate && (
                  <MenuItem
                    name="create-team"
                    icon={<MenuIcon path="M10 4v12M4 10h12" />}
                    onSelect={andClose(start(creation.open))}
                  >
                    {texts.create}
                  </MenuItem>
                )}
              </MenuGroup>
            )}
          </>
        )}
      </Menu>
      {creation.Dialog && (
        <creation.Dialog
          onClose={creation.close}
          onCreated={(team) => {
            creation.close()
            onSelect?.(team)
          }}
        />
      )}
      {settings.Dialog && <settings.Dialog onClose={settings.close} />}
    </>
  )
}

const loadCreateTeam = async () => (await import("./CreateTeam.tsx")).CreateTeamDialog

const loadTeamSettings = async () => (await import("./TeamSettings.tsx")).TeamSettingsDialog
