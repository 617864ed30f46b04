/** Leaving and deleting a team. */
import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import * as Teams from "../../../src/account/Teams.ts"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { Section } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { deleteTeam, leaveTeam } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useLatest } from "../../useLatest.ts"

export interface LeaveTeamProps {
  readonly team: Teams.Team
  /** Called after the user has left or deleted the team. */
  readonly onLeave: ((team: Teams.Team) => void) | undefined
}

/** Removes the user from a team. */
export const LeaveTeam = ({ onLeave, team }: LeaveTeamProps): ReactNode => {
  const texts = useTexts("leaveTeam", leaveTeam)
  const latest = useLatest(onLeave)
  const leave = useTask(() => Effect.tap(Teams.leave(team.id), () => Effect.sync(() => latest.current?.(team))))
  return (
    <Section name="leave-team" title={texts.title} text={texts.text}>
      <ConfirmButton
        name="leave-team"
        label={texts.open}
        title={texts.confirmTitle(team.displayName)}
        text={texts.confirmText}
        submit={texts.submit}
        step={leave}
      />
    </Section>
  )
}

/** Deletes a team. The user has to type its name. */
export const DeleteTeam = ({ onLeave, team }: LeaveTeamProps): ReactNode => {
  const texts = useTexts("deleteTeam", deleteTeam)
  const latest = useLatest(onLeave)
  const remove = useTask(() => Effect.tap(Teams.remove(team.id), () => Effect.sync(() => latest.current?.(team))))
  return (
    <Section name="delete-team" title={texts.title} text={texts.text}>
      <ConfirmButton
        name="delete-team"
        variant="danger"
        label={texts.open}
        title={texts.confirmTitle(team.displayName)}
        text={texts.text}
        submit={texts.submit}
        // The confirmation ignores spaces around the name.
        typed={team.displayName.trim() || undefined}
        step={remove}
      />
    </Section>
  )
}
