import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import type { SelectError, Team } from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { type AndClose, MenuItem } from "../../kit/Menu.tsx"
import { OfflineBanner } from "../../kit/OfflineBanner.tsx"
import { useLanguage } from "../../kit/useLanguage.ts"
import { type Task, useTask } from "../../kit/useStep.ts"
import { teamSwitcher } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { userName } from "../UserAvatar.tsx"

/** Selects a team; `null` selects the personal account. */
type SelectTask = Task<[team: Team | null], User, SelectError>

/** Returns a task that selects a team. The new team is shown immediately. */
export const useSelectTeam = (onSelect?: (team: Team | null) => void): SelectTask =>
  useTask((team: Team | null) => Effect.tap(Optimistic.selectTeam(team), () => Effect.sync(() => onSelect?.(team))))

interface TeamItemsProps {
  readonly user: User
  readonly teams: ReadonlyArray<Team>
  readonly hidePersonal: boolean
  readonly select: SelectTask
  readonly andClose: AndClose
}

/** One item for each team, and one for the personal account. */
export const TeamItems = ({ andClose, hidePersonal, select, teams, user }: TeamItemsProps): ReactNode => {
  const texts = useTexts("teamSwitcher", teamSwitcher)
  const choose = (team: Team | null) =>
    andClose(() => {
      if (user.selectedTeamId !== (team?.id ?? null)) select.run(team)
    })
  return (
    <>
      {!hidePersonal && (
        <MenuItem name="personal" isChecked={user.selectedTeamId === null} onSelect={choose(null)}>
          <Avatar name={userName(user)} imageUrl={user.profileImageUrl} size="small" />
          <span data-latchkey="menu-item-text">{texts.personal}</span>
        </MenuItem>
      )}
      {teams.map((team) => (
        <MenuItem key={team.id} name="team" isChecked={team.id === user.selectedTeamId} onSelect={choose(team)}>
          <Avatar name={team.displayName} imageUrl={team.profileImageUrl} size="small" shape="square" />
          <span data-latchkey="menu-item-text">{team.displayName}</span>
        </MenuItem>
      ))}
    </>
  )
}

/** A selection's error, or the banner for an offline device, on which the selection is not saved yet. */
export const SelectStatus = (
  { select: { error, isWaiting } }: { readonly select: Pick<SelectTask, "error" | "isWaiting"> }
): ReactNode => {
  const language = useLanguage()
  if (error === undefined && !isWaiting) return null
  return (
    <div data-latchkey="root team-switcher-error" {...language}>
      {error === undefined ? <OfflineBanner isWaiting /> : <ErrorAlert error={error} />}
    </div>
  )
}
