import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import * as Teams from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { Field, fieldOfInvalid } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { Row, Rows, Section } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { deleteTeam, leaveTeam, teamProfile } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { useLatest } from "../../useLatest.ts"
import { PictureField } from "../picture/PictureField.tsx"

/** A team's name and picture. Without the permission to change them, it only shows them. */
export const TeamProfile = (
  { mayUpdate, team }: { readonly team: Teams.Team; readonly mayUpdate: boolean }
): ReactNode => {
  const texts = useTexts("teamProfile", teamProfile)
  const { save, saved } = useTexts("actions", actions)
  const update = useTask((values: FormValues) =>
    Optimistic.updateTeam(team.id, { displayName: values.text("displayName") })
  )
  const { displayName, profileImageUrl } = team
  if (!mayUpdate) {
    return (
      <Section name="team-profile" title={texts.title}>
        <Rows>
          <Row
            name="team"
            media={<Avatar name={displayName} imageUrl={profileImageUrl} shape="square" />}
            title={displayName}
          />
        </Rows>
      </Section>
    )
  }
  return (
    <Section name="team-profile" title={texts.title}>
      <PictureField
        label={texts.picture}
        name={displayName}
        imageUrl={profileImageUrl}
        shape="square"
        update={(profileImageUrl) => Optimistic.updateTeam(team.id, { profileImageUrl })}
      />
      <Form
        name="team-profile"
        step={update}
        submit={save}
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
      </Form>
    </Section>
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
