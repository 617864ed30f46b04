/** The name and picture of a team. */
import type { ReactNode } from "react"
import * as Optimistic from "../../../src/account/Optimistic.ts"
import type { Team } from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { Field } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { Row, Rows, Section } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { teamProfile } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { PictureField } from "../picture/PictureField.tsx"

/** The name and picture of a team. Without the permission to change them, it only shows them. */
export const TeamProfile = ({ mayUpdate, team }: { readonly team: Team; readonly mayUpdate: boolean }): ReactNode => {
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
        fieldOf={({ _tag }) => _tag === "RequestSchemaError" ? "displayName" : undefined}
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
