import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import type { SelectError, Team } from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import type { AndClose } from "../../kit/Menu.tsx"
import { OptionList } from "../../kit/OptionList.tsx"
import { type Task, useTask } from "../../kit/useStep.ts"
import { teamSwitcher } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { userName } from "../UserAvatar.tsx"

/** Selects a team; `null` selects the personal account. */
type SelectTask = Task<[team: Team | null], User, SelectError>

/** Returns a task that selects a team. The new team is shown immediately. */
export const useSelectTeam = (onSelect?: (team: Team | null) => void): SelectTask =>
  useTask((team: Team | null) => Effect.tap(Optimistic.selectTeam(team), () => Effect.sync(() => onSelect?.(team))))

/** The list has a search field from this number of teams on. */
const searchFrom = 8

interface TeamOptionsProps {
  readonly user: User
  readonly teams: ReadonlyArray<Team>
  readonly hidePersonal: boolean
  readonly select: SelectTask
  readonly andClose: AndClose
}

/** One option for each team, and one for the personal account. */
export const TeamOptions = ({ andClose, hidePersonal, select, teams, user }: TeamOptionsProps): ReactNode => {
  const texts = useTexts("teamSwitcher", teamSwitcher)
  const toOption = (team: Team | null) => {
    const id = team?.id ?? null
    const text = team?.displayName ?? texts.personal
    const picture = team === null
      ? { name: userName(user), shape: "circle" } as const
      : { name: text, shape: "square" } as const
    return {
      id: id ?? "personal",
      text,
      icon: <Avatar {...picture} imageUrl={(team ?? user).profileImageUrl} size="small" />,
      isSelected: user.selectedTeamId === id,
      onSelect: andClose(() => {
        if (user.selectedTeamId !== id) select.run(team)
      })
    }
  }
  return (
    <OptionList
      name="teams"
      label={texts.label}
      options={[...hidePersonal ? [] : [null], ...teams].map(toOption)}
      search={teams.length < searchFrom ? undefined : texts.search}
      notFound={texts.notFound}
    />
  )
}
