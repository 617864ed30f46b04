import { type ReactNode, useId } from "react"
import * as Resources from "../../../src/account/Resources.ts"
import * as Teams from "../../../src/account/Teams.ts"
import { Avatar } from "../../kit/Avatar.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { Field, fieldOfInvalid } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { List } from "../../kit/List.tsx"
import { OfflineBanner } from "../../kit/OfflineBanner.tsx"
import { Button } from "../../kit/PlainButton.tsx"
import { Badge, ResourceContent, Row } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { teams as teamsTexts } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { UserSection } from "./UserSection.tsx"

/** Lists the user's teams. The user can switch to them, leave them, and create new ones if the project allows it. */
export const TeamsSettings = ({ canCreate }: { readonly canCreate: boolean }): ReactNode => {
  const texts = useTexts("teams", teamsTexts)
  return (
    <UserSection name="teams" title={texts.title}>
      {({ selectedTeamId }) => (
        <ResourceContent resource={Resources.teams}>
          {(teams) => (
            <List
              label={texts.title}
              items={teams}
              none={canCreate ? texts.none : texts.noneToCreate}
              textOf={({ displayName }) => displayName}
              action={canCreate && <CreateTeamForm />}
            >
              {(team) => <TeamRow key={team.id} team={team} isSelected={team.id === selectedTeamId} />}
            </List>
          )}
        </ResourceContent>
      )}
    </UserSection>
  )
}

const CreateTeamForm = (): ReactNode => {
  const texts = useTexts("teams", teamsTexts)
  const create = useTask((values: FormValues) => Teams.create({ displayName: values.text("displayName") }))
  return (
    <FormDisclosure
      name="create-team"
      label={texts.create}
      step={create}
      fieldOf={fieldOfInvalid("displayName")}
    >
      <Field name="displayName" type="text" autoComplete="organization" required label={texts.displayName} />
    </FormDisclosure>
  )
}

const TeamRow = ({ isSelected, team }: { readonly team: Teams.Team; readonly isSelected: boolean }): ReactNode => {
  const id = useId()
  const texts = useTexts("teams", teamsTexts)
  const select = useTask(() => Teams.select(team.id))
  const leave = useTask(() => Teams.leave(team.id))
  const { displayName, profileImageUrl } = team
  return (
    <Row
      name="team"
      media={<Avatar name={displayName} imageUrl={profileImageUrl} shape="square" />}
      title={displayName}
      titleId={id}
      badges={isSelected && <Badge>{texts.selected}</Badge>}
      actions={
        <>
          {!isSelected && (
            <Button
              name="select"
              variant="ghost"
              isBusy={select.isPending}
              describedBy={id}
              onClick={() => select.run()}
            >
              {texts.select}
            </Button>
          )}
          <ConfirmButton
            name="leave"
            label={texts.leave}
            variant="ghost"
            describedBy={id}
            title={texts.leaveTitle(displayName)}
            text={texts.leaveText}
            step={leave}
          />
        </>
      }
    >
      {select.isWaiting && <OfflineBanner isWaiting />}
      <ErrorAlert error={select.error} />
    </Row>
  )
}
