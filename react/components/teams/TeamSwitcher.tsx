import type { ReactNode } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Resources from "../../../src/account/Resources.ts"
import type { Team } from "../../../src/account/Teams.ts"
import * as Resource from "../../../src/cache/Resource.ts"
import { useProjectState, useTeamsState } from "../../hooks.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { Skeleton } from "../../kit/Card.tsx"
import { Menu, MenuGroup, MenuItem } from "../../kit/Menu.tsx"
import { useLanguage } from "../../kit/useLanguage.ts"
import { useTask } from "../../kit/useStep.ts"
import { common } from "../../texts/en/common.ts"
import { teamSwitcher } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useLoadedDialog } from "../useLoadedDialog.ts"
import { ForUser, userName } from "../UserAvatar.tsx"
import { SelectStatus, TeamItems, useSelectTeam } from "./TeamItems.tsx"

type TeamSwitcherProps = {
  /** Called after the user has switched to a team, or to the personal account with `null`. */
  readonly onSelect?: ((team: Team | null) => void) | undefined
  /** Opens the selected team's settings. By default, a dialog shows them. */
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

const Switcher = ({ hidePersonal = false, onOpenSettings, onSelect, user }: SwitcherProps): ReactNode => {
  const texts = useTexts("teamSwitcher", teamSwitcher)
  const { retry: retryText } = useTexts("common", common)
  const teams = useTeamsState()
  const project = useProjectState()
  const select = useSelectTeam(onSelect)
  const creation = useLoadedDialog(loadCreateTeam)
  const settings = useLoadedDialog(loadTeamSettings)
  const retry = useTask(() => Resource.refresh(Resources.teams))
  const all = teams._tag === "Ready" ? teams.value : []
  // The list may be older than the selection.
  const current = all.find(({ id }) => id === user.selectedTeamId) ?? user.selectedTeam
  const isEmpty = teams._tag === "Ready" && all.length === 0 && hidePersonal
  const name = current?.displayName ?? (hidePersonal ? texts.select : texts.personal)
  return (
    <>
      <Menu
        name="team-switcher"
        align="start"
        label={`${name}, ${texts.label}`}
        trigger={
          <>
            {current === null
              ? !hidePersonal && <Avatar name={userName(user)} imageUrl={user.profileImageUrl} size="small" />
              : <Avatar name={name} imageUrl={current.profileImageUrl} size="small" shape="square" />}
            <span data-latchkey="menu-trigger-text">{name}</span>
          </>
        }
      >
        {(andClose) => (
          <>
            <MenuGroup
              name="teams"
              label={isEmpty ? texts.none : texts.label}
              header={isEmpty ? texts.none : undefined}
            >
              <TeamItems user={user} teams={all} hidePersonal={hidePersonal} select={select} andClose={andClose} />
            </MenuGroup>
            {teams._tag === "Failed" && (
              <MenuItem name="retry" isBusy={retry.isPending} onSelect={retry.run}>{retryText}</MenuItem>
            )}
            {project._tag === "Ready" && project.value.config.clientTeamCreationEnabled && (
              <MenuItem name="create-team" onSelect={andClose(creation.open)}>{texts.create}</MenuItem>
            )}
            {current !== null && (
              <MenuItem
                name="team-settings"
                onSelect={andClose(() => onOpenSettings ? onOpenSettings(current) : settings.open())}
              >
                {texts.settings}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      <SelectStatus select={select} />
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
