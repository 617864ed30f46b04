import * as Effect from "effect/Effect"
import { type ReactNode, useId } from "react"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import * as Teams from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { Field, fieldOfInvalid } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { Section, Setting, State } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { deleteTeam, leaveTeam, teamProfile } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useLatest } from "../../useLatest.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { PictureField } from "../picture/PictureField.tsx"

interface TeamProfileProps {
  readonly team: Teams.Team
  /** The page's title. */
  readonly title: string
  readonly mayUpdate: boolean
}

/** A team's name and picture. Without the permission to change them, it only shows them. */
export const TeamProfile = ({ mayUpdate, team, title }: TeamProfileProps): ReactNode => {
  const texts = useTexts("teamProfile", teamProfile)
  const { displayName, profileImageUrl } = team
  if (!mayUpdate) {
    return (
      <Section name="team-profile" title={title}>
        <Setting name="picture" label={texts.picture}>
          <State media={<Avatar name={displayName} imageUrl={profileImageUrl} shape="square" size="large" />} />
        </Setting>
        <Setting name="name" label={texts.displayName}>
          <State title={displayName} />
        </Setting>
      </Section>
    )
  }
  return (
    <Section name="team-profile" title={title}>
      <PictureField
        label={texts.picture}
        name={displayName}
        imageUrl={profileImageUrl}
        shape="square"
        update={(profileImageUrl) => Optimistic.updateTeam(team.id, { profileImageUrl })}
      />
      <TeamName team={team} />
    </Section>
  )
}

const TeamName = ({ team: { displayName, id: teamId } }: { readonly team: Teams.Team }): ReactNode => {
  const id = useId()
  const texts = useTexts("teamProfile", teamProfile)
  const { change, save, saved } = useTexts("actions", actions)
  const update = useTask((values: FormValues) =>
    Optimistic.updateTeam(teamId, { displayName: values.text("displayName") })
  )
  return (
    <Setting name="name" label={texts.displayName} labelId={id}>
      <FormDisclosure
        name="team-profile"
        step={update}
        state={displayName}
        label={change}
        submit={save}
        describedBy={id}
        successText={saved}
        fieldOf={fieldOfInvalid("displayName")}
      >
        <Field
          name="displayName"
          type="text"
          autoComplete="off"
          required
          label={texts.displayName}
          defaultValue={displayName}
        />
      </FormDisclosure>
    </Setting>
  )
}

interface LeaveTeamProps {
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
    <Section name="leave-team" title={texts.title}>
      <State
        text={texts.text}
        actions={
          <ConfirmButton
            name="leave-team"
            variant="ghost"
            label={texts.open}
            title={texts.confirmTitle(team.displayName)}
            text={texts.confirmText}
            submit={texts.submit}
            step={leave}
          />
        }
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
